import { ErrorType } from '../_core/error-types.js';
import { search } from '../_core/knowledge.js';

const VOICE_MAX = 3;

export async function execute({ args, capabilities }) {
  const query = args.query.trim();
  if (query === '') {
    return {
      ok: false,
      error: {
        type: ErrorType.VALIDATION,
        message: 'The query is empty.',
        details: [{ pointer: '/query', message: 'must say what to look for' }],
      },
    };
  }
  const wanted = Math.floor(args.top_k);
  const limit = capabilities.voice ? Math.min(wanted, VOICE_MAX) : wanted;
  const results = search(query, limit).map(({ id, type, name, summary, score, source }) => ({
    id, type, name, summary, score, citation: source,
  }));
  return { ok: true, data: { results, total: results.length } };
}
