// What is wrong with the arguments, as long as they are still the same.

import { write } from '../../api/json';
import type { DryRun, Fault, JsonObject, Outcome } from '../../api/types';
import { steps } from './form/faults';

/** Said by a call or by a dry run. */
export function faultsOf(outcome: Outcome | undefined): Fault[] {
  if (!outcome) return [];
  if (!outcome.ok) return outcome.error.details;
  const run = outcome.data as DryRun | null;
  return run?.dryRun ? run.stages.flatMap((stage) => stage.details ?? []) : [];
}

/** Those whose value is what it was when they were found. */
export function still(faults: Fault[], before: JsonObject, now: JsonObject): Fault[] {
  return faults.filter(({ pointer }) => write(at(before, pointer)) === write(at(now, pointer)));
}

function at(value: unknown, pointer: string): unknown {
  return steps(pointer).reduce<unknown>((from, step) => (from as Record<string, unknown> | null | undefined)?.[step], value);
}
