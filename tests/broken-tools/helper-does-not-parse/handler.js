import { greet } from './lib/greet.js';

export async function execute(context) {
  return { ok: true, data: greet(context.args.name) };
}
