// The server's faults, put where the form looks for errors.

import type { ErrorSchema } from '@rjsf/utils';
import type { Fault } from '../../../api/types';

type Node = { __errors?: string[]; [name: string]: Node | string[] | undefined };

export function errorSchema(faults: Fault[]): ErrorSchema {
  const root: Node = {};
  for (const fault of faults) {
    let at = root;
    for (const step of steps(fault.pointer)) at = (at[step] ??= {}) as Node;
    (at.__errors ??= []).push(fault.message);
  }
  return root as ErrorSchema;
}

/** The steps of a JSON pointer. */
export function steps(pointer: string): string[] {
  return pointer.split('/').slice(1).map((step) => step.replace(/~1/g, '/').replace(/~0/g, '~'));
}
