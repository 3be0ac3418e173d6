import { greet } from '../same-name/handler.js';
import fs from 'node:fs';

export async function execute(context) {
  return { ok: true, data: greet(context.args.name, fs) };
}
