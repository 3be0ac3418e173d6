export async function execute(context) {
  const name = context.args.name;
  return { ok: true, data: `Hello, ${name}!` ;
}
