// One answer as an event stream.

import { headers } from '../../api/access';
import { send } from '../../api/client';

export async function* streamed(session: string, message: string, signal: AbortSignal): AsyncGenerator<string> {
  const answer = await send(`/api/playground/sessions/${encodeURIComponent(session)}/chat`, {
    method: 'POST',
    headers: { ...headers(), Accept: 'text/event-stream' },
    body: JSON.stringify({ message }),
    signal,
  });
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = block.split('\n').find((line) => line.startsWith('data:'));
      if (data) yield data.slice(5);
    }
  }
}
