async function run(context) {
  return { ok: true, data: `Hello, ${context.args.name}!` };
}
