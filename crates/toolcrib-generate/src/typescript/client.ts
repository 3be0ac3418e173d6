/** One thing that is wrong, or was left out, and where. */
export interface Fault {
  pointer: string;
  message: string;
  expected?: string;
}

/** What a tool answered, and what it had to leave out. */
export interface Answer<T> {
  data: T;
  warnings: Fault[];
  intents: Array<{ [key: string]: unknown }>;
  callId: string;
}

/** A call that was made and failed. */
export class ToolError extends Error {
  constructor(
    readonly type: string,
    message: string,
    readonly retryable: boolean,
    readonly details: Fault[],
    readonly callId: string,
  ) {
    super(message);
    this.name = "ToolError";
  }
}

/** A request that the server did not take. */
export class RequestError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = "RequestError";
  }
}

export interface CallOptions {
  agentId?: string;
  sessionId?: string;
  mode?: "text" | "voice";
  signal?: AbortSignal;
}

export interface ClientOptions {
  /** Where the server is, such as `http://127.0.0.1:7420`. */
  url?: string;
  workspace?: string;
  key?: string;
  agentId?: string;
}

/** Calls tools over REST. */
export class Toolcrib {
  readonly #options: ClientOptions;

  constructor(options: ClientOptions = {}) {
    this.#options = options;
  }

  async #call<T>(tool: string, input: unknown, options: CallOptions = {}): Promise<Answer<T>> {
    const { url = "http://127.0.0.1:7420", workspace = "default", key } = this.#options;
    const headers: { [name: string]: string } = {
      "Content-Type": "application/json",
      "X-Workspace-Id": workspace,
    };
    if (key !== undefined) {
      headers["Authorization"] = `Bearer ${key}`;
    }
    const body: { [name: string]: unknown } = { arguments: input };
    const agentId = options.agentId ?? this.#options.agentId;
    if (agentId !== undefined) body["agent_id"] = agentId;
    if (options.sessionId !== undefined) body["session_id"] = options.sessionId;
    if (options.mode !== undefined) body["mode"] = options.mode;
    const response = await fetch(`${url.replace(/\/+$/, "")}/api/tools/${tool}/call`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
      signal: options.signal ?? null,
    });
    const outcome = (await response.json()) as any;
    if (!response.ok) {
      const error = outcome?.error ?? {};
      throw new RequestError(response.status, error.code ?? "", error.message ?? response.statusText);
    }
    const callId: string = outcome.meta?.callId ?? "";
    if (outcome.ok !== true) {
      const error = outcome.error;
      throw new ToolError(error.type, error.message, error.retryable, error.details ?? [], callId);
    }
    return {
      data: outcome.data as T,
      warnings: outcome.warnings ?? [],
      intents: outcome.intents ?? [],
      callId,
    };
  }

  // METHODS
}
