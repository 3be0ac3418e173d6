// Requests to the REST API, typed by its OpenAPI document.

import { headers } from './access';
import { read, write } from './json';
import { noteGone, noteLocked } from './link';
import type { components, paths } from './schema';
import type { Fault } from './types';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type Operation<P extends keyof paths, M extends Method> = paths[P] extends { [K in M]: infer O } ? O : never;
type Query<O> = O extends { parameters: { query?: infer Q } } ? Q : never;
type Body<O> = O extends { requestBody?: { content: { 'application/json': infer B } } } ? B : never;
type Content<R> = R extends { content: { 'application/json': infer A } } ? A : undefined;
type Answer<O> = O extends { responses: infer R }
  ? Content<R extends { 201: infer A } ? A : R extends { 200: infer A } ? A : undefined>
  : never;

export type Ask<O> = {
  path?: Record<string, string>;
  query?: Query<O>;
  body?: Body<O>;
  signal?: AbortSignal;
};

/** Why a request could not be served. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: Fault[] = [],
    readonly requestId = '',
  ) {
    super(message);
  }
}

export async function ask<M extends Method, P extends keyof paths>(
  method: M,
  path: P,
  what: Ask<Operation<P, M>> = {},
): Promise<Answer<Operation<P, M>>> {
  return (await exchange(method, address(path, what), what.body, what.signal)) as Answer<Operation<P, M>>;
}

/** A request whose types nobody made: JSON there, JSON back. */
export async function exchange(method: string, url: string, body?: unknown, signal?: AbortSignal): Promise<unknown> {
  const init: RequestInit = { method: method.toUpperCase(), headers: headers(), signal };
  if (body !== undefined) init.body = write(body);
  const answer = await send(url, init);
  const text = await answer.text();
  return text ? read(text) : undefined;
}

/**
 * Sends a request; whatever is not an answer becomes an `ApiError`. Where it is
 * `quiet`, a key that is not valid is nobody else's business.
 */
export async function send(url: string, init: RequestInit, { quiet = false } = {}): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(url, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    noteGone();
    throw new ApiError(0, 'GONE', 'The server does not answer. This page goes on by itself when it is back.');
  }
  if (answer.ok) return answer;
  const failed = await refusal(answer);
  if (failed.status === 401 && !quiet) noteLocked();
  throw failed;
}

function address(path: string, what: { path?: Record<string, string>; query?: unknown }): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(what.path?.[name] ?? ''));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries((what.query ?? {}) as Record<string, unknown>)) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  }
  return query.size > 0 ? `${filled}?${query}` : filled;
}

async function refusal(answer: Response): Promise<ApiError> {
  try {
    const { error } = (await answer.json()) as components['schemas']['ErrorBody'];
    return new ApiError(answer.status, error.code, error.message, error.details, error.request_id);
  } catch {
    // A proxy in between answers in words of its own.
    return new ApiError(answer.status, 'ERROR', `The server answered ${answer.status} ${answer.statusText}.`);
  }
}
