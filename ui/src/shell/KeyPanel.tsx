// In place of every view, where the server lets nobody in without a key.

import { useEffect, useRef } from 'react';
import { key } from '../api/access';
import { AccessForm } from './AccessForm';

export function KeyPanel() {
  const heading = useRef<HTMLHeadingElement>(null);
  const had = useRef(key() !== null).current;
  useEffect(() => {
    const before = document.title;
    document.title = 'Key · Toolcrib';
    heading.current?.focus();
    return () => {
      document.title = before;
    };
  }, []);
  return (
    <div className="page key-panel stack">
      <h1 ref={heading} tabIndex={-1}>
        {had ? 'The key of this browser does not fit' : 'This server asks for a key'}
      </h1>
      <p className="quiet">
        {had ? (
          'It is not valid any more, or it belongs to another server. Enter another one to go on.'
        ) : (
          <>
            Whoever runs it makes one with <code>toolcrib keys create</code>, and gives it to you.
          </>
        )}
      </p>
      <AccessForm />
    </div>
  );
}
