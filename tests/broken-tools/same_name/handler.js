export async function execute(context) {
  return { ok: true, data: `Hello, ${context.args.name}!` };
}
