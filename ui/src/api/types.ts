// The words of the REST API, by their short names.

import type { components } from './schema';

type Schemas = components['schemas'];

export type Agent = Schemas['Agent'];
export type AgentChange = Schemas['AgentChange'];
export type AgentUse = Schemas['AgentUse'];
export type Analytics = Schemas['Analytics'];
export type Approval = Schemas['Approval'];
export type AttachedTool = Schemas['AttachedTool'];
export type CallBody = Schemas['CallBody'];
export type CallRecord = Schemas['CallRecord'];
export type DiffBody = Schemas['DiffBody'];
export type Fault = Schemas['Fault'];
export type Message = Schemas['Message'];
export type Outcome = Schemas['Outcome'];
export type Problem = Schemas['Problem'];
export type Session = Schemas['Session'];
export type ToolUse = Schemas['ToolUse'];
export type Version = Schemas['Version'];
export type WholeCall = Schemas['WholeCall'];

/** Any JSON. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** A tool; what it promises is absent where it cannot be used. */
export type Tool = Partial<Schemas['Promises']> & Exclude<Schemas['Tool'], null>;

export type Failure = Extract<Outcome, { ok: false }>;
export type Success = Extract<Outcome, { ok: true }>;

/** One stage of a dry run. */
export type Stage = { stage: string; ok: boolean; type?: string; message?: string; details?: Fault[] };

/** What a dry run says. */
export type DryRun = { dryRun: true; wouldRun: boolean; stages: Stage[]; arguments?: JsonObject };
