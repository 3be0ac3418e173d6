// Says that the server is gone. Goes away by itself.

import { useLink } from '../api/link';

export function Banner() {
  if (useLink().state !== 'gone') return null;
  return (
    <div className="banner" role="alert">
      The server does not answer. This page goes on by itself when it is back.
    </div>
  );
}
