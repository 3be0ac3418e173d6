// The way to a conversation: a WebSocket on which every event comes.
//
// Where no WebSocket gets through (some proxies), each answer comes as an event
// stream of its own. A line that breaks is mended, with longer and longer pauses.

import { protocols } from '../../api/access';
import { ask } from '../../api/client';
import { may } from '../../api/me';
import { read } from '../../api/json';
import type { ChatEvent } from './conversation';
import { streamed } from './stream';

export type LineState = 'connecting' | 'live' | 'stream' | 'lost';

type Listener = { state: (state: LineState) => void; event: (event: ChatEvent) => void };

const PAUSE_MS_MAX = 10_000;

export class Line {
  private socket?: WebSocket;
  private stream?: AbortController;
  private state: LineState = 'connecting';
  private timer = 0;
  private pauseMs = 500;
  private opened = false;
  private closed = false;

  constructor(
    private readonly session: string,
    private readonly listener: Listener,
    listens: boolean,
  ) {
    // Without the scope to call, no socket is opened; what was said can be read.
    if (listens) this.connect();
    else this.become('stream');
  }

  /** Says something; it fails where nobody can have heard it. */
  async say(message: string): Promise<void> {
    if (this.state === 'stream') return this.streamed(message);
    if (this.socket?.readyState !== WebSocket.OPEN) throw new Error('There is no connection to the server.');
    this.socket.send(JSON.stringify({ type: 'chat', message }));
  }

  async cancel(): Promise<void> {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ type: 'cancel' }));
    else await ask('post', '/api/playground/sessions/{id}/cancel', { path: { id: this.session } });
  }

  /** Tries at once what it would try later, or never. */
  again(): void {
    if (this.closed || !may('call') || this.state === 'live' || this.state === 'connecting') return;
    window.clearTimeout(this.timer);
    this.connect();
  }

  close(): void {
    this.closed = true;
    window.clearTimeout(this.timer);
    this.stream?.abort();
    // One that is being opened closes itself as soon as it is: browsers complain about less.
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.close();
  }

  private become(state: LineState): void {
    this.state = state;
    this.listener.state(state);
  }

  private connect(): void {
    this.become('connecting');
    const url = `${location.origin.replace(/^http/, 'ws')}/api/playground/sessions/${encodeURIComponent(this.session)}/ws`;
    const socket = new WebSocket(url, protocols());
    this.socket = socket;
    socket.onopen = () => {
      if (this.closed) return socket.close();
      this.opened = true;
      this.pauseMs = 500;
      this.become('live');
    };
    socket.onmessage = ({ data }) => this.told(String(data));
    socket.onclose = () => {
      if (this.closed) return;
      if (!this.opened) return this.become('stream');
      this.become('lost');
      this.timer = window.setTimeout(() => this.connect(), this.pauseMs);
      this.pauseMs = Math.min(this.pauseMs * 2, PAUSE_MS_MAX);
    };
  }

  private told(text: string): void {
    if (this.closed) return;
    try {
      this.listener.event(read(text) as ChatEvent);
    } catch {
      // Tools may send plain text to their client; that is not for the conversation.
    }
  }

  private async streamed(message: string): Promise<void> {
    this.stream = new AbortController();
    for await (const data of streamed(this.session, message, this.stream.signal)) this.told(data);
  }
}
