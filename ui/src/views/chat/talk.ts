// One conversation that is open: its line, what was said and what is being said.
//
// It knows nothing of views; `open` keeps it, `useConversation` shows it.

import { may } from '../../api/me';
import { heard, type ChatEvent, type Entry } from './conversation';
import { noteEnd } from './ends';
import { history } from './history';
import { Line, type LineState } from './line';
import { firstWords } from './start';
import { keepUnsent, unsentOf, type Unsent } from './unsent';

export type Shown = {
  entries: Entry[];
  unsent: Unsent[];
  loading: boolean;
  error: Error | undefined;
  line: LineState;
  busy: boolean;
};

export class OpenTalk {
  shown: Shown = { entries: [], unsent: [], loading: true, error: undefined, line: 'connecting', busy: false };
  private readonly loads = new AbortController();
  private readonly line: Line;
  /** What was said, until the first word about it comes back. */
  private awaited: string | undefined;

  constructor(
    private readonly session: string,
    public agent: string,
    private readonly changed: () => void,
  ) {
    this.shown.unsent = unsentOf(session);
    const listener = { state: (line: LineState) => this.onLine(line), event: (event: ChatEvent) => this.onEvent(event) };
    this.line = new Line(session, listener, may('call'));
  }

  say(text: string): void {
    this.awaited = text;
    this.show({ entries: [...this.shown.entries, { kind: 'user', text }], busy: true });
    this.line.say(text).catch((error: Error) => this.unheard(error.message));
  }

  sayAgain(index: number): void {
    const again = this.shown.unsent[index];
    this.forget(index);
    if (again) this.say(again.text);
  }

  forget(index: number): void {
    this.show({ unsent: this.shown.unsent.filter((_, at) => at !== index) });
  }

  cancel(): void {
    void this.line.cancel();
  }

  again(): void {
    this.line.again();
  }

  close(): void {
    this.loads.abort();
    this.line.close();
  }

  private show(change: Partial<Shown>): void {
    this.shown = { ...this.shown, ...change };
    if (change.unsent) keepUnsent(this.session, change.unsent);
    this.changed();
  }

  private get turn(): number {
    return this.shown.entries.filter((entry) => entry.kind === 'user').length;
  }

  private onLine(line: LineState): void {
    // The server ends what nobody listens to.
    if (line === 'lost' && this.shown.busy && this.awaited === undefined) noteEnd(this.session, this.turn, 'interrupted');
    this.show(line === 'lost' ? { line, busy: false } : { line });
    // Whatever was missed while there was no line is in the history.
    if (line === 'live' || line === 'stream') void this.load();
  }

  private onEvent(event: ChatEvent): void {
    if (event.type === 'error' && this.awaited !== undefined) return this.unheard(event.message ?? '');
    this.awaited = undefined;
    const last = event.type === 'message-end' && !event.parent_call_id;
    if (last && event.finish === 'cancelled') noteEnd(this.session, this.turn, 'cancelled');
    const busy = event.type === 'message-start' ? true : last || event.type === 'error' ? false : this.shown.busy;
    this.show({ entries: heard(this.shown.entries, event), busy });
  }

  /** Takes back what was said last: it waits below to be sent again. */
  private unheard(why: string): void {
    const text = this.awaited;
    this.awaited = undefined;
    if (text === undefined) return this.show({ busy: false });
    const at = this.shown.entries.findLastIndex((entry) => entry.kind === 'user' && entry.text === text);
    const entries = this.shown.entries.filter((_, index) => index !== at);
    this.show({ entries, unsent: [...this.shown.unsent, { text, why }], busy: false });
  }

  private async load(): Promise<void> {
    // Only what was said on the line before can be lost with it.
    const lost = this.awaited;
    try {
      const entries = await history(this.session, this.agent, this.loads.signal);
      // An answer that has begun meanwhile knows more than the history does.
      if (this.shown.busy && this.awaited === undefined) return this.show({ loading: false });
      const taken = entries.findLast((entry) => entry.kind === 'user');
      const has = (text: string) => taken?.kind === 'user' && taken.text === text;
      if (lost === undefined && this.awaited !== undefined) {
        const said: Entry[] = has(this.awaited) ? [] : [{ kind: 'user', text: this.awaited }];
        return this.show({ entries: [...entries, ...said], error: undefined, loading: false });
      }
      this.show({ entries, error: undefined, loading: false });
      if (lost !== undefined && !has(lost)) this.unheard('The connection broke.');
      this.awaited = undefined;
      const words = firstWords(this.session);
      if (words) this.say(words);
    } catch (error) {
      if (!this.loads.signal.aborted) this.show({ error: error as Error, loading: false });
    }
  }
}
