// Where a message is written. Enter sends it, Shift+Enter begins a new line.

import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { Icon } from '../../parts/Icon';

/** `onSay` gives the message back where it answers `false`. */
type Props = { busy: boolean; onSay: (message: string) => void | Promise<boolean>; onCancel?: () => void };

export function Composer({ busy, onSay, onCancel }: Props) {
  const [text, setText] = useState('');
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (window.matchMedia('(min-width: 800px)').matches) box.current?.focus();
  }, []);
  const say = async () => {
    if (busy || !text.trim()) return;
    setText('');
    if ((await onSay(text.trim())) === false) setText(text);
  };
  const cancel = () => {
    onCancel?.();
    box.current?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void say();
  };
  const press = (event: KeyboardEvent) => {
    // While an input method is composing, Enter belongs to it.
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      void say();
    }
    if (event.key === 'Escape' && busy) onCancel?.();
  };
  return (
    <form className="composer" onSubmit={submit}>
      <textarea
        ref={box}
        rows={Math.min(6, text.split('\n').length)}
        aria-label="Message"
        placeholder="Say something…"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={press}
      />
      {busy && onCancel ? (
        <button type="button" className="button" onClick={cancel}>
          <Icon name="stop" /> Stop
        </button>
      ) : (
        <button className="button primary" disabled={busy || !text.trim()}>
          <Icon name="send" /> Send
        </button>
      )}
    </form>
  );
}
