import { ToolError, ErrorType } from '../_core/error-types.js';

/**
 * Runs when the tool is called. The arguments already fit schema.json.
 */
export async function execute(context) {
  const { text } = context.args;
  const words = text.split(/\s+/).filter((word) => word !== '');

  if (words.length === 0) {
    throw new ToolError(ErrorType.PERMANENT, 'There are no words in the text.');
  }

  return { ok: true, data: { words: words.length } };
}
