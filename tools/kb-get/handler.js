import { ErrorType } from '../_core/error-types.js';
import { get, nearest } from '../_core/knowledge.js';

const NEAREST_MAX = 3;

export async function execute({ args }) {
  const entity = get(args.id);
  if (entity === undefined) {
    const near = nearest(args.id, NEAREST_MAX);
    const hint = near.length > 0 ? `one of ${near.join(', ')}` : 'an id that kb_search found';
    return {
      ok: false,
      error: {
        type: ErrorType.VALIDATION,
        message: `There is no entry with the id ${args.id}; use ${hint}.`,
        details: [{ pointer: '/id', message: 'is not in the knowledge base', expected: hint }],
      },
    };
  }
  const { source, ...known } = entity;
  return { ok: true, data: { ...known, citation: source } };
}
