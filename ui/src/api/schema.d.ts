// Written by `npm run types`; do not change by hand.

export interface paths {
    "/api/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List agents */
        get: {
            parameters: {
                query?: {
                    /** @description Where the page before ended: its `next_cursor`. */
                    cursor?: string;
                    /** @description Agents in a page. */
                    limit?: number;
                };
                header: {
                    /**
                     * @description The workspace; `default` is the command line's.
                     * @example default
                     */
                    "X-Workspace-Id": components["parameters"]["workspace"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A page of agents. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AgentList"];
                    };
                };
                /** @description The request makes no sense; `details` say where. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description A key is required, or the one that came is not valid. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The key belongs to another workspace or lacks the scope. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description There is no such thing in this workspace. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The method is not possible here. */
                405: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description It is there already, or what is there stands in the way. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The database does not answer. */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        /** Make an agent */
        post: {
            parameters: {
                query?: never;
                header: {
                    /**
                     * @description The workspace; `default` is the command line's.
                     * @example default
                     */
                    "X-Workspace-Id": components["parameters"]["workspace"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewAgent"];
                };
            };
            responses: {
                /** @description The agent. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Agent"];
                    };
                };
                /** @description The request makes no sense; `details` say where. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description A key is required, or the one that came is not valid. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The key belongs to another workspace or lacks the scope. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description There is no such thing in this workspace. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The method is not possible here. */
                405: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The body did not come in time. */
                408: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description It is there already, or what is there stands in the way. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The body is too large. */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The database does not answer. */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an agent */
        get: {
            parameters: {
                query?: never;
                header: {
                    /**
                     * @description The workspace; `default` is the command line's.
                     * @example default
                     */
                    "X-Workspace-Id": components["parameters"]["workspace"];
                };
                path: {
                    /** @description The agent's id. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The agent. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Agent"];
                    };
                };
                /** @description The request makes no sense; `details` say where. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description A key is required, or the one that came is not valid. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The key belongs to another workspace or lacks the scope. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description There is no such thing in this workspace. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The method is not possible here. */
                405: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description It is there already, or what is there stands in the way. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The database does not answer. */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        /** Delete an agent */
        delete: {
            parameters: {
                query?: never;
                header: {
                    /**
                     * @description The workspace; `default` is the command line's.
                     * @example default
                     */
                    "X-Workspace-Id": components["parameters"]["workspace"];
                };
                path: {
                    /** @description The agent's id. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description It is gone, and what it was given. */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The request makes no sense; `details` say where. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description A key is required, or the one that came is not valid. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The key belongs to another workspace or lacks the scope. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description There is no such thing in this workspace. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The method is not possible here. */
                405: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description It is there already, or what is there stands in the way. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The database does not answer. */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        /**
         * Change an agent
         * @description What is left out stays.
         */
        patch: {
            parameters: {
                query?: never;
                header: {
                    /**
                     * @description The workspace; `default` is the command line's.
                     * @example default
                     */
                    "X-Workspace-Id": components["parameters"]["workspace"];
                };
                path: {
                    /** @description The agent's id. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["AgentChange"];
                };
            };
            responses: {
                /** @description The agent as it is now. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Agent"];
                    };
                };
                /** @description The request makes no sense; `details` say where. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description A key is required, or the one that came is not valid. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The key belongs to another workspace or lacks the scope. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description There is no such thing in this workspace. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The method is not possible here. */
                405: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The body did not come in time. */
                408: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description It is there already, or what is there stands in the way. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The body is too large. */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The database does not answer. */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/api/agents/{id}/tools": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the tools of an agent
         * @description What it was given, or else the default tools. With `provider`: `tools` is
         *     what goes into a request to that vendor, `losses` is what its words could not
         *     say, `quarantined` are the tools that it would refuse.
         */
        get: {
            parameters: {
                query?: {
                    /**
                     * @description A model vendor's form: `openai`, `openai-strict`, `anthropic`,
                     *     `anthropic-strict`, `gemini`, `gemini-openapi`, `mcp` or `langchain`.
                     */
                    provider?: string;
                };
                header: {
                    /**
                     * @description The workspace; `default` is the command line's.
                     * @example default
                     */
                    "X-Workspace-Id": components["parameters"]["workspace"];
                };
                path: {
                    /** @description The agent's id. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The agent's tools. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AgentTools"];
                    };
                };
                /** @description The request makes no sense; `details` say where. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description A key is required, or the one that came is not valid. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The key belongs to another workspace or lacks the scope. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description There is no such thing in this workspace. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The method is not possible here. */
                405: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description It is there already, or what is there stands in the way. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The database does not answer. */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        /** Give a tool to an agent */
        post: {
            parameters: {
                query?: never;
                header: {
                    /**
                     * @description The workspace; `default` is the command line's.
                     * @example default
                     */
                    "X-Workspace-Id": components["parameters"]["workspace"];
                };
                path: {
                    /** @description The agent's id. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Attach"];
                };
            };
            responses: {
                /** @description The tool as the agent has it. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AttachedTool"];
                    };
                };
                /** @description The request makes no sense; `details` say where. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description A key is required, or the one that came is not valid. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The key belongs to another workspace or lacks the scope. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description There is no such thing in this workspace. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The method is not possible here. */
                405: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The body did not come in time. */
                408: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description It is there already, or what is there stands in the way. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The body is too large. */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The database does not answer. */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agents/{id}/tools/{tool_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Take a tool from an agent */
        delete: {
            parameters: {
                query?: never;
                header: {
                    /**
                     * @description The workspace; `default` is the command line's.
                     * @example default
                     */
                    "X-Workspace-Id": components["parameters"]["workspace"];
                };
                path: {
                    /** @description The agent's id. */
                    id: string;
                    /** @description The tool's id. */
                    tool_id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The agent does not have it any more. */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The request makes no sense; `details` say where. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description A key is required, or the one that came is not valid. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The key belongs to another workspace or lacks the scope. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description There is no such thing in this workspace. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The method is not possible here. */
                405: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description It is there already, or what is there stands in the way. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The database does not answer. */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        /** Change how an agent has a tool */
        patch: {
            parameters: {
                query?: never;
                header: {
                    /**
                     * @description The workspace; `default` is the command line's.
                     * @example default
                     */
                    "X-Workspace-Id": components["parameters"]["workspace"];
                };
                path: {
                    /** @description The agent's id. */
                    id: string;
                    /** @description The tool's id. */
                    tool_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["AttachmentChange"];
                };
            };
            responses: {
                /** @description The tool as the agent has it. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AttachedTool"];
                    };
                };
                /** @description The request makes no sense; `details` say where. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description A key is required, or the one that came is not valid. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The key belongs to another workspace or lacks the scope. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description There is no such thing in this workspace. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The method is not possible here. */
                405: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The body did not come in time. */
                408: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description It is there already, or what is there stands in the way. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The body is too large. */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The database does not answer. */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/api/analytics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How the workspace is used
         * @description Most used tools, error rates, latency percentiles, costs by agent, and all of it over
         *     time.
         */
        get: {
            parameters: {
                query?: {
                    /**
                     * @description From then on: RFC 3339, milliseconds since 1970, or so long ago, such as `24h`;
                     *     a week when absent.
                     */
                    since?: string;
                    /** @description And before that; now when absent. */
                    until?: string;
                };
                header: {
                    /**
                     * @description The workspace; `default` is the command line's.
                     * @example default
                     */
                    "X-Workspace-Id": components["parameters"]["workspace"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description What the records add up to. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Analytics"];
                    };
                };
                /** @description The request makes no sense; `details` say where. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description A key is required, or the one that came is not valid. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The key belongs to another workspace or lacks the scope. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description There is no such thing in this workspace. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The method is not possible here. */
                405: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description It is there already, or what is there stands in the way. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The database does not answer. */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/approvals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List approvals
         * @description Calls that wait for a person, and what became of others.
         */
        get: {
            parameters: {
                query?: {
                    /**
                     * @description Those that are `pending`, `approved`, `denied`, `used` or `expired`; all of them
                     *     when absent.
                     */
                    state?: string;
                    /** @description Where the page before ended: its `next_cursor`. */
                    cursor?: string;
                    /** @description Approvals in a page. */
                    limit?: number;
                };
                header: {
                    /**
                     * @description The workspace; `default` is the command line's.
                     * @example default
                     */
                    "X-Workspace-Id": components["parameters"]["workspace"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A page of approvals. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ApprovalList"];
                    };
                };
                /** @description The request makes no sense; `details` say where. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description A key is required, or the one that came is not valid. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The key belongs to another workspace or lacks the scope. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description There is no such thing in this workspace. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The method is not possible here. */
                405: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description It is there already, or what is there stands in the way. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The database does not answer. */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/approvals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an approval */
        get: {
            parameters: {
                query?: never;
                header: {
                    /**
                     * @description The workspace; `default` is the command line's.
                     * @example default
                     */
                    "X-Workspace-Id": components["parameters"]["workspace"];
                };
                path: {
                    /** @description The approval's id. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The approval. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Approval"];
                    };
                };
                /** @description The request makes no sense; `details` say where. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description A key is required, or the one that came is not valid. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The key belongs to another workspace or lacks the scope. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description There is no such thing in this workspace. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The method is not possible here. */
                405: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description It is there already, or what is there stands in the way. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The database does not answer. */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/approvals/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a call
         * @description The call may be made once, with this approval as its `approval_id`; one that waits in a
         *     conversation goes on by itself. To approve twice changes nothing.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /**
                     * @description The workspace; `default` is the command line's.
                     * @example default
                     */
                    "X-Workspace-Id": components["parameters"]["workspace"];
                };
                path: {
                    /** @description The approval's id. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The approval. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Approval"];
                    };
                };
                /** @description The request makes no sense; `details` say where. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description A key is required, or the one that came is not valid. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The key belongs to another workspace or lacks the scope. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description There is no such thing in this workspace. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The method is not possible here. */
                405: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description It is there already, or what is there stands in the way. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The database does not answer. */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/approvals/{id}/deny": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deny a call
         * @description Whoever wanted it is told why. To deny twice changes nothing.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /**
                     * @description The workspace; `default` is the command line's.
                     * @example default
                     */
                    "X-Workspace-Id": components["parameters"]["workspace"];
                };
                path: {
                    /** @description The approval's id. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Denial"];
                };
            };
            responses: {
                /** @description The approval. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Approval"];
                    };
                };
                /** @description The request makes no sense; `details` say where. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description A key is required, or the one that came is not valid. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The key belongs to another workspace or lacks the scope. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description There is no such thing in this workspace. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The method is not possible here. */
                405: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The body did not come in time. */
                408: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description It is there already, or what is there stands in the way. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The body is too large. */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The database does not answer. */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List calls */
        get: {
            parameters: {
                query?: {
                    session_id?: string;
                    agent_id?: string;
                    tool_id?: string;
                    /** @description Whether it answered. */
                    ok?: boolean;
                    /** @description The error that it ended in, such as `TIMEOUT`. */
                    error_type?: string;
                    /** @description The door that it came through, such as `mcp`. */
                    door?: string;
                    /** @description Those that were made for the call of this id. */
                    parent_call_id?: string;
                    /** @description Those that began then or later: RFC 3339, or so long ago, such as `24h`. */
                    since?: string;
                    /** @description Those that began before that. */
                    until?: string;
                    /** @description Where the page before ended: its `next_cursor`. */
                    cursor?: string;
                    /** @description Calls in a page. */
                    limit?: number;
                };
                header: {
                    /**
                     * @description The workspace; `default` is the command line's.
                     * @example default
                     */
                    "X-Workspace-Id": components["parameters"]["workspace"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A page of calls. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CallList"];
                    };
                };
                /** @description The request makes no sense; `details` say where. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description A key is required, or the one that came is not valid. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The key belongs to another workspace or lacks the scope. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description There is no such thing in this workspace. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The method is not possible here. */
                405: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description It is there already, or what is there stands in the way. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The database does not answer. */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/calls/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export calls
         * @description All about each, a JSON object a line, the oldest first.
         */
        get: {
            parameters: {
                query?: {
                    session_id?: string;
                    agent_id?: string;
                    tool_id?: string;
                    /** @description Whether it answered. */
                    ok?: boolean;
                    /** @description Those that began then or later: RFC 3339, or so long ago, such as `24h`. */
                    since?: string;
                    /** @description Those that began before that. */
                    until?: string;
                };
                header: {
                    /**
                     * @description The workspace; `default` is the command line's.
                     * @example default
                     */
                    "X-Workspace-Id": components["parameters"]["workspace"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The calls. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/jsonl": components["schemas"]["WholeCall"];
                    };
                };
                /** @description The request makes no sense; `details` say where. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description A key is required, or the one that came is not valid. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The key belongs to another workspace or lacks the scope. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description There is no such thing in this workspace. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The method is not possible here. */
                405: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description It is there already, or what is there stands in the way. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The database does not answer. */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/calls/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a call */
        get: {
            parameters: {
                query?: never;
                header: {
                    /**
                     * @description The workspace; `default` is the command line's.
                     * @example default
                     */
                    "X-Workspace-Id": components["parameters"]["workspace"];
                };
                path: {
                    /** @description The call's id: `meta.callId` of its outcome. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description All about the call. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WholeCall"];
                    };
                };
                /** @description The request makes no sense; `details` say where. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description A key is required, or the one that came is not valid. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The key belongs to another workspace or lacks the scope. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description There is no such thing in this workspace. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The method is not possible here. */
                405: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description It is there already, or what is there stands in the way. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The database does not answer. */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List or search documents
         * @description By id; with `q` those that fit best.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Only documents of this kind. */
                    kind?: string;
                    /** @description Only documents that fit these words, the best first; there is one page of them. */
                    q?: string;
                    /** @description Where the page before ended: its `next_cursor`. */
                    cursor?: string;
                    /** @description Documents in a page. */
                    limit?: number;
                };
                header: {
                    /**
                     * @description The workspace; `default` is the command line's.
                     * @example default
                     */
                    "X-Workspace-Id": components["parameters"]["workspace"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A page of documents. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DocumentList"];
                    };
                };
                /** @description The request makes no sense; `details` say where. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description A key is required, or the one that came is not valid. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The key belongs to another workspace or lacks the scope. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description There is no such thing in this workspace. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The method is not possible here. */
                405: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description It is there already, or what is there stands in the way. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The database does not answer. */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        /**
         * Keep a document
         * @description One with the same id gives way to it: then the answer is 200.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /**
                     * @description The workspace; `default` is the command line's.
                     * @example default
                     */
                    "X-Workspace-Id": components["parameters"]["workspace"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewDocument"];
                };
            };
            responses: {
                /** @description The document, in place of another. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Document"];
                    };
                };
                /** @description The document. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Document"];
                    };
                };
                /** @description The request makes no sense; `details` say where. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description A key is required, or the one that came is not valid. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The key belongs to another workspace or lacks the scope. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description There is no such thing in this workspace. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The method is not possible here. */
                405: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The body did not come in time. */
                408: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description It is there already, or what is there stands in the way. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The body is too large. */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The database does not answer. */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/documents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a document */
        get: {
            parameters: {
                query?: never;
                header: {
                    /**
                     * @description The workspace; `default` is the command line's.
                     * @example default
                     */
                    "X-Workspace-Id": components["parameters"]["workspace"];
                };
                path: {
                    /** @description The document's id. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The document. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Document"];
                    };
                };
                /** @description The request makes no sense; `details` say where. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description A key is required, or the one that came is not valid. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The key belongs to another workspace or lacks the scope. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description There is no such thing in this workspace. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The method is not possible here. */
                405: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description It is there already, or what is there stands in the way. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The database does not answer. */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        /** Delete a document */
        delete: {
            parameters: {
                query?: never;
                header: {
                    /**
                     * @description The workspace; `default` is the command line's.
                     * @example default
                     */
                    "X-Workspace-Id": components["parameters"]["workspace"];
                };
                path: {
                    /** @description The document's id. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description It is gone. */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The request makes no sense; `details` say where. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description A key is required, or the one that came is not valid. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The key belongs to another workspace or lacks the scope. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description There is no such thing in this workspace. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The method is not possible here. */
                405: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description It is there already, or what is there stands in the way. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The database does not answer. */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List keys */
        get: {
            parameters: {
                query?: never;
                header: {
                    /**
                     * @description The workspace; `default` is the command line's.
                     * @example default
                     */
                    "X-Workspace-Id": components["parameters"]["workspace"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The workspace's keys. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["KeyList"];
                    };
                };
                /** @description The request makes no sense; `details` say where. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description A key is required, or the one that came is not valid. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The key belongs to another workspace or lacks the scope. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description There is no such thing in this workspace. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The method is not possible here. */
                405: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description It is there already, or what is there stands in the way. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The database does not answer. */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        /**
         * Make a key
         * @description It is shown in the answer and never again. A key can give no scope that it
         *     does not have.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /**
                     * @description The workspace; `default` is the command line's.
                     * @example default
                     */
                    "X-Workspace-Id": components["parameters"]["workspace"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["KeyFields"];
                };
            };
            responses: {
                /** @description The key. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["NewKey"];
                    };
                };
                /** @description The request makes no sense; `details` say where. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description A key is required, or the one that came is not valid. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The key belongs to another workspace or lacks the scope. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description There is no such thing in this workspace. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The method is not possible here. */
                405: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The body did not come in time. */
                408: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description It is there already, or what is there stands in the way. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The body is too large. */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The database does not answer. */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a key
         * @description It opens nothing any more, here at once and elsewhere within a second.
         */
        delete: {
            parameters: {
                query?: never;
                header: {
                    /**
                     * @description The workspace; `default` is the command line's.
                     * @example default
                     */
                    "X-Workspace-Id": components["parameters"]["workspace"];
                };
                path: {
                    /** @description The key's id. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description It opens nothing any more. */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The request makes no sense; `details` say where. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description A key is required, or the one that came is not valid. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The key belongs to another workspace or lacks the scope. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description There is no such thing in this workspace. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The method is not possible here. */
                405: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description It is there already, or what is there stands in the way. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The database does not answer. */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Say who is asking
         * @description The workspace, the key, and what it allows.
         */
        get: {
            parameters: {
                query?: never;
                header: {
                    /**
                     * @description The workspace; `default` is the command line's.
                     * @example default
                     */
                    "X-Workspace-Id": components["parameters"]["workspace"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Whoever asks. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Me"];
                    };
                };
                /** @description The request makes no sense; `details` say where. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description A key is required, or the one that came is not valid. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The key belongs to another workspace or lacks the scope. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description There is no such thing in this workspace. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The method is not possible here. */
                405: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description It is there already, or what is there stands in the way. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The database does not answer. */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What each tool did */
        get: {
            parameters: {
                query?: {
                    /**
                     * @description From then on: RFC 3339, milliseconds since 1970, or so long ago, such as `24h`;
                     *     a week when absent.
                     */
                    since?: string;
                    /** @description And before that; now when absent. */
                    until?: string;
                };
                header: {
                    /**
                     * @description The workspace; `default` is the command line's.
                     * @example default
                     */
                    "X-Workspace-Id": components["parameters"]["workspace"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Counts and percentiles by tool. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Metrics"];
                    };
                };
                /** @description The request makes no sense; `details` say where. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description A key is required, or the one that came is not valid. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The key belongs to another workspace or lacks the scope. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description There is no such thing in this workspace. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The method is not possible here. */
                405: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description It is there already, or what is there stands in the way. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The database does not answer. */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/playground/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List sessions */
        get: {
            parameters: {
                query?: {
                    /** @description Where the page before ended: its `next_cursor`. */
                    cursor?: string;
                    /** @description Sessions in a page. */
                    limit?: number;
                };
                header: {
                    /**
                     * @description The workspace; `default` is the command line's.
                     * @example default
                     */
                    "X-Workspace-Id": components["parameters"]["workspace"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A page of sessions. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SessionList"];
                    };
                };
                /** @description The request makes no sense; `details` say where. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description A key is required, or the one that came is not valid. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The key belongs to another workspace or lacks the scope. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description There is no such thing in this workspace. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The method is not possible here. */
                405: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description It is there already, or what is there stands in the way. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The database does not answer. */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        /**
         * Start a session
         * @description Calls that name it are found by it.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /**
                     * @description The workspace; `default` is the command line's.
                     * @example default
                     */
                    "X-Workspace-Id": components["parameters"]["workspace"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewSession"];
                };
            };
            responses: {
                /** @description The session. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Session"];
                    };
                };
                /** @description The request makes no sense; `details` say where. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description A key is required, or the one that came is not valid. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The key belongs to another workspace or lacks the scope. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description There is no such thing in this workspace. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The method is not possible here. */
                405: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The body did not come in time. */
                408: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description It is there already, or what is there stands in the way. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The body is too large. */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The database does not answer. */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/playground/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a session */
        get: {
            parameters: {
                query?: never;
                header: {
                    /**
                     * @description The workspace; `default` is the command line's.
                     * @example default
                     */
                    "X-Workspace-Id": components["parameters"]["workspace"];
                };
                path: {
                    /** @description The session's id. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The session. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Session"];
                    };
                };
                /** @description The request makes no sense; `details` say where. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description A key is required, or the one that came is not valid. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The key belongs to another workspace or lacks the scope. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description There is no such thing in this workspace. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The method is not possible here. */
                405: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description It is there already, or what is there stands in the way. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The database does not answer. */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a session
         * @description What is being answered goes on as it began.
         */
        patch: {
            parameters: {
                query?: never;
                header: {
                    /**
                     * @description The workspace; `default` is the command line's.
                     * @example default
                     */
                    "X-Workspace-Id": components["parameters"]["workspace"];
                };
                path: {
                    /** @description The session's id. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SessionChange"];
                };
            };
            responses: {
                /** @description The session as it is now. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Session"];
                    };
                };
                /** @description The request makes no sense; `details` say where. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description A key is required, or the one that came is not valid. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The key belongs to another workspace or lacks the scope. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description There is no such thing in this workspace. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The method is not possible here. */
                405: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The body did not come in time. */
                408: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description It is there already, or what is there stands in the way. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The body is too large. */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The database does not answer. */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/api/playground/sessions/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel the answer
         * @description Ends the turn that is running; what was said until then stays.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /**
                     * @description The workspace; `default` is the command line's.
                     * @example default
                     */
                    "X-Workspace-Id": components["parameters"]["workspace"];
                };
                path: {
                    /** @description The session's id. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Nothing runs any more. */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The request makes no sense; `details` say where. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description A key is required, or the one that came is not valid. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The key belongs to another workspace or lacks the scope. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description There is no such thing in this workspace. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The method is not possible here. */
                405: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description It is there already, or what is there stands in the way. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The database does not answer. */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/playground/sessions/{id}/chat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say something
         * @description The answer comes as server-sent events: `message-start`, `text-delta`,
         *     `tool-call-start`, `tool-call-args`, `tool-call-end`, `tool-result`,
         *     `approval-required`, `agent-switched`, `intent`, `message-end`, `error`. With
         *     `Accept: application/json` it comes in one piece.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /**
                     * @description The workspace; `default` is the command line's.
                     * @example default
                     */
                    "X-Workspace-Id": components["parameters"]["workspace"];
                };
                path: {
                    /** @description The session's id. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChatBody"];
                };
            };
            responses: {
                /** @description The answer. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ChatAnswer"];
                        "text/event-stream": components["schemas"]["ChatEvent"];
                    };
                };
                /** @description The request makes no sense; `details` say where. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description A key is required, or the one that came is not valid. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The key belongs to another workspace or lacks the scope. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description There is no such thing in this workspace. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The method is not possible here. */
                405: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The body did not come in time. */
                408: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description It is there already, or what is there stands in the way. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The body is too large. */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The database does not answer. */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/playground/sessions/{id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what was said */
        get: {
            parameters: {
                query?: {
                    /** @description Only what was said after the message of this number. */
                    after?: number;
                    /** @description Messages in a page. */
                    limit?: number;
                };
                header: {
                    /**
                     * @description The workspace; `default` is the command line's.
                     * @example default
                     */
                    "X-Workspace-Id": components["parameters"]["workspace"];
                };
                path: {
                    /** @description The session's id. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description What was said, and what it took. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MessageList"];
                    };
                };
                /** @description The request makes no sense; `details` say where. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description A key is required, or the one that came is not valid. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The key belongs to another workspace or lacks the scope. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description There is no such thing in this workspace. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The method is not possible here. */
                405: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description It is there already, or what is there stands in the way. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The database does not answer. */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/playground/sessions/{id}/turns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a turn
         * @description For clients that run their own model: the budgets of the session's calls are
         *     whole again. A chat message does it by itself.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /**
                     * @description The workspace; `default` is the command line's.
                     * @example default
                     */
                    "X-Workspace-Id": components["parameters"]["workspace"];
                };
                path: {
                    /** @description The session's id. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The turn has begun. */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The request makes no sense; `details` say where. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description A key is required, or the one that came is not valid. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The key belongs to another workspace or lacks the scope. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description There is no such thing in this workspace. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The method is not possible here. */
                405: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description It is there already, or what is there stands in the way. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The database does not answer. */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/playground/sessions/{id}/ws": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Listen to a session
         * @description A WebSocket: what tools send to the client, intents and events, one JSON or
         *     text message each. A client can say `{"type": "chat", "message": …}`,
         *     `{"type": "cancel"}`, `{"type": "approve", "approval_id": …}` and
         *     `{"type": "deny", "approval_id": …, "reason": …}`. A browser, which can send no headers
         *     with it, offers the protocols `toolcrib`, `workspace.ID` and, where it has one, `key.KEY`.
         */
        get: {
            parameters: {
                query?: never;
                header: {
                    /**
                     * @description The workspace; `default` is the command line's.
                     * @example default
                     */
                    "X-Workspace-Id": components["parameters"]["workspace"];
                };
                path: {
                    /** @description The session's id. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The WebSocket is open. */
                101: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The request makes no sense; `details` say where. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description A key is required, or the one that came is not valid. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The key belongs to another workspace or lacks the scope. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description There is no such thing in this workspace. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The method is not possible here. */
                405: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description It is there already, or what is there stands in the way. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The database does not answer. */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sources
         * @description Where tools come from: the program, folders, books, other MCP servers. Of those, how
         *     they are, and what changed since it was approved.
         */
        get: {
            parameters: {
                query?: never;
                header: {
                    /**
                     * @description The workspace; `default` is the command line's.
                     * @example default
                     */
                    "X-Workspace-Id": components["parameters"]["workspace"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The sources. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SourceList"];
                    };
                };
                /** @description The request makes no sense; `details` say where. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description A key is required, or the one that came is not valid. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The key belongs to another workspace or lacks the scope. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description There is no such thing in this workspace. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The method is not possible here. */
                405: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description It is there already, or what is there stands in the way. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The database does not answer. */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        /**
         * Add an MCP server
         * @description Its tools are there for every workspace once it has answered. For the workspace that the
         *     server was started with.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /**
                     * @description The workspace; `default` is the command line's.
                     * @example default
                     */
                    "X-Workspace-Id": components["parameters"]["workspace"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewSource"];
                };
            };
            responses: {
                /** @description It is being connected to. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Source"];
                    };
                };
                /** @description The request makes no sense; `details` say where. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description A key is required, or the one that came is not valid. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The key belongs to another workspace or lacks the scope. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description There is no such thing in this workspace. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The method is not possible here. */
                405: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The body did not come in time. */
                408: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description It is there already, or what is there stands in the way. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The body is too large. */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The database does not answer. */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sources/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove an MCP server
         * @description One that was added over REST or on the command line, with its tools and all that was
         *     approved of them.
         */
        delete: {
            parameters: {
                query?: never;
                header: {
                    /**
                     * @description The workspace; `default` is the command line's.
                     * @example default
                     */
                    "X-Workspace-Id": components["parameters"]["workspace"];
                };
                path: {
                    /** @description The server's name. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description It is gone. */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The request makes no sense; `details` say where. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description A key is required, or the one that came is not valid. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The key belongs to another workspace or lacks the scope. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description There is no such thing in this workspace. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The method is not possible here. */
                405: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description It is there already, or what is there stands in the way. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The database does not answer. */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sources/{id}/tools/{tool_id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a changed tool
         * @description A tool of another MCP server whose definition is not the one that was approved cannot be
         *     called until somebody has looked at the difference.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /**
                     * @description The workspace; `default` is the command line's.
                     * @example default
                     */
                    "X-Workspace-Id": components["parameters"]["workspace"];
                };
                path: {
                    /** @description The server's name. */
                    id: string;
                    /** @description The tool's id. */
                    tool_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Seen"];
                };
            };
            responses: {
                /** @description It can be called again. */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The request makes no sense; `details` say where. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description A key is required, or the one that came is not valid. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The key belongs to another workspace or lacks the scope. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description There is no such thing in this workspace. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The method is not possible here. */
                405: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The body did not come in time. */
                408: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description It is there already, or what is there stands in the way. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The body is too large. */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The database does not answer. */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tools": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tools
         * @description The workspace's own, those that every workspace sees, and the agents that others
         *     may hand work to (`source` is `agents`); a tool that cannot be called is listed
         *     with its problems.
         */
        get: {
            parameters: {
                query?: {
                    /** @description Only tools of this category or group. */
                    category?: string;
                    /** @description Only tools with these words in their id, name, description or tags. */
                    q?: string;
                    /** @description Where the page before ended: its `next_cursor`. */
                    cursor?: string;
                    /** @description Tools in a page. */
                    limit?: number;
                };
                header: {
                    /**
                     * @description The workspace; `default` is the command line's.
                     * @example default
                     */
                    "X-Workspace-Id": components["parameters"]["workspace"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description A page of tools. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ToolList"];
                    };
                };
                /** @description The request makes no sense; `details` say where. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description A key is required, or the one that came is not valid. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The key belongs to another workspace or lacks the scope. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description There is no such thing in this workspace. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The method is not possible here. */
                405: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description It is there already, or what is there stands in the way. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The database does not answer. */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        /**
         * Make a tool
         * @description A tool of the workspace's own: a schema and the key of a handler that runs
         *     it, which is the id of any shipped or folder tool. What is not said is as
         *     the handler's own tool says it.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /**
                     * @description The workspace; `default` is the command line's.
                     * @example default
                     */
                    "X-Workspace-Id": components["parameters"]["workspace"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewTool"];
                };
            };
            responses: {
                /** @description The tool. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Tool"];
                    };
                };
                /** @description The request makes no sense; `details` say where. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description A key is required, or the one that came is not valid. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The key belongs to another workspace or lacks the scope. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description There is no such thing in this workspace. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The method is not possible here. */
                405: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The body did not come in time. */
                408: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description It is there already, or what is there stands in the way. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The body is too large. */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The database does not answer. */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tools/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a tool */
        get: {
            parameters: {
                query?: never;
                header: {
                    /**
                     * @description The workspace; `default` is the command line's.
                     * @example default
                     */
                    "X-Workspace-Id": components["parameters"]["workspace"];
                };
                path: {
                    /** @description The tool's id or an alias. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The tool. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Tool"];
                    };
                };
                /** @description The request makes no sense; `details` say where. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description A key is required, or the one that came is not valid. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The key belongs to another workspace or lacks the scope. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description There is no such thing in this workspace. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The method is not possible here. */
                405: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description It is there already, or what is there stands in the way. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The database does not answer. */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        /**
         * Change a tool
         * @description What is left out stays. Of a tool that the workspace made, everything can be
         *     changed; of any other, what an operator decides: `enabled`,
         *     `requires_confirmation`, `allowed_modes`, `latency_budget_ms`, `timeout_ms`
         *     and `description`, where `null` means what the tool's source says.
         */
        put: {
            parameters: {
                query?: never;
                header: {
                    /**
                     * @description The workspace; `default` is the command line's.
                     * @example default
                     */
                    "X-Workspace-Id": components["parameters"]["workspace"];
                };
                path: {
                    /** @description The tool's id. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ToolChange"];
                };
            };
            responses: {
                /** @description The tool as it is now. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Tool"];
                    };
                };
                /** @description The request makes no sense; `details` say where. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description A key is required, or the one that came is not valid. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The key belongs to another workspace or lacks the scope. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description There is no such thing in this workspace. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The method is not possible here. */
                405: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The body did not come in time. */
                408: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description It is there already, or what is there stands in the way. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The body is too large. */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The database does not answer. */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        post?: never;
        /**
         * Delete a tool
         * @description Only what the workspace made; any other can be switched off.
         */
        delete: {
            parameters: {
                query?: never;
                header: {
                    /**
                     * @description The workspace; `default` is the command line's.
                     * @example default
                     */
                    "X-Workspace-Id": components["parameters"]["workspace"];
                };
                path: {
                    /** @description The tool's id. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description It is gone, also from the agents that had it. */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The request makes no sense; `details` say where. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description A key is required, or the one that came is not valid. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The key belongs to another workspace or lacks the scope. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description There is no such thing in this workspace. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The method is not possible here. */
                405: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description It is there already, or what is there stands in the way. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The database does not answer. */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tools/{id}/call": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Call a tool
         * @description A call that ended, however it ended, is 200: `ok` says whether it answered.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /**
                     * @description The workspace; `default` is the command line's.
                     * @example default
                     */
                    "X-Workspace-Id": components["parameters"]["workspace"];
                };
                path: {
                    /** @description The tool's id or an alias. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CallBody"];
                };
            };
            responses: {
                /** @description How the call ended. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Outcome"];
                    };
                };
                /** @description The request makes no sense; `details` say where. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description A key is required, or the one that came is not valid. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The key belongs to another workspace or lacks the scope. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description There is no such thing in this workspace. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The method is not possible here. */
                405: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The body did not come in time. */
                408: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description It is there already, or what is there stands in the way. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The body is too large. */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The database does not answer. */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tools/{id}/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare two versions of a tool
         * @description Says which changes break callers and which do not.
         */
        get: {
            parameters: {
                query?: {
                    /** @description The older version; the one before `to` where nobody says. */
                    from?: string;
                    /** @description The newer version; the newest where nobody says. */
                    to?: string;
                };
                header: {
                    /**
                     * @description The workspace; `default` is the command line's.
                     * @example default
                     */
                    "X-Workspace-Id": components["parameters"]["workspace"];
                };
                path: {
                    /** @description The tool's id or an alias. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description What changed. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DiffBody"];
                    };
                };
                /** @description The request makes no sense; `details` say where. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description A key is required, or the one that came is not valid. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The key belongs to another workspace or lacks the scope. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description There is no such thing in this workspace. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The method is not possible here. */
                405: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description It is there already, or what is there stands in the way. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The database does not answer. */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tools/{id}/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Go back to an older version of a tool
         * @description Of a tool that the workspace made, the older version becomes its newest
         *     content. Of any other, this workspace works with the older one until it goes
         *     back to the newest; its source stays as it is.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /**
                     * @description The workspace; `default` is the command line's.
                     * @example default
                     */
                    "X-Workspace-Id": components["parameters"]["workspace"];
                };
                path: {
                    /** @description The tool's id. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Rollback"];
                };
            };
            responses: {
                /** @description The tool as it is now. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Tool"];
                    };
                };
                /** @description The request makes no sense; `details` say where. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description A key is required, or the one that came is not valid. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The key belongs to another workspace or lacks the scope. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description There is no such thing in this workspace. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The method is not possible here. */
                405: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The body did not come in time. */
                408: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description It is there already, or what is there stands in the way. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The body is too large. */
                413: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The database does not answer. */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tools/{id}/schema": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a tool for a model
         * @description With `provider`: `tools` is what goes into a request to that vendor, `losses`
         *     is what its words could not say. Without: the tool's own JSON Schemas.
         */
        get: {
            parameters: {
                query?: {
                    /**
                     * @description A model vendor's form: `openai`, `openai-strict`, `anthropic`,
                     *     `anthropic-strict`, `gemini`, `gemini-openapi`, `mcp` or `langchain`.
                     */
                    provider?: string;
                };
                header: {
                    /**
                     * @description The workspace; `default` is the command line's.
                     * @example default
                     */
                    "X-Workspace-Id": components["parameters"]["workspace"];
                };
                path: {
                    /** @description The tool's id or an alias. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The tool in that form. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": Record<string, unknown>;
                    };
                };
                /** @description The request makes no sense; `details` say where. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description A key is required, or the one that came is not valid. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The key belongs to another workspace or lacks the scope. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description There is no such thing in this workspace. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The method is not possible here. */
                405: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description It is there already, or what is there stands in the way. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The database does not answer. */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tools/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the versions of a tool */
        get: {
            parameters: {
                query?: never;
                header: {
                    /**
                     * @description The workspace; `default` is the command line's.
                     * @example default
                     */
                    "X-Workspace-Id": components["parameters"]["workspace"];
                };
                path: {
                    /** @description The tool's id or an alias. */
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Every version that was published. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["VersionList"];
                    };
                };
                /** @description The request makes no sense; `details` say where. */
                400: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description A key is required, or the one that came is not valid. */
                401: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The key belongs to another workspace or lacks the scope. */
                403: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description There is no such thing in this workspace. */
                404: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The method is not possible here. */
                405: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description It is there already, or what is there stands in the way. */
                409: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The database does not answer. */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the server lives */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description It does. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Health"];
                    };
                };
                /** @description The method is not possible here. */
                405: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The database does not answer. */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Counters for Prometheus
         * @description Of this server, since it started, over all workspaces. Where keys are required, one with
         *     the scope `metrics` is.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Prometheus text, or OpenMetrics where that is asked for. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/plain": string;
                    };
                };
                /** @description The method is not possible here. */
                405: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The database does not answer. */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the server can work
         * @description It can when its database answers.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description It can. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Health"];
                    };
                };
                /** @description The method is not possible here. */
                405: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
                /** @description The database does not answer. */
                503: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ErrorBody"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description An agent. */
        Agent: {
            created_at: string;
            description: string;
            enabled: boolean;
            id: string;
            /** @description What the agent is told. */
            instructions: string;
            is_primary: boolean;
            /** @description The name of a configured model. */
            model?: string | null;
            name: string;
            /** @description JSON Schema of what it takes when it is a tool. */
            parameters?: Record<string, unknown> | null;
            /** @description Settings of its own. */
            settings?: Record<string, unknown> | null;
            /** @description How many tools it was given; with none it has the default ones. */
            tool_count: number;
            /** @description What a model reads when the agent is a tool. */
            tool_description?: string | null;
            updated_at: string;
        };
        /** @description What somebody wants an agent to be. What is left out stays as it is. */
        AgentChange: {
            description?: string | null;
            enabled?: boolean;
            /**
             * @description The stable id, also its name as a tool; made up where nobody says. It
             *     cannot be changed.
             */
            id?: string;
            instructions?: string | null;
            /** @description The one that people talk to; there is one at most. */
            is_primary?: boolean;
            model?: string | null;
            name?: string;
            parameters?: components["schemas"]["ParametersSchema"] | null;
            settings?: Record<string, unknown> | null;
            tool_description?: string | null;
        };
        /** @description A page of agents. */
        AgentList: {
            /** @description The agents, by id. */
            agents: components["schemas"]["Agent"][];
            /** @description Where the next page begins, if there is one. */
            next_cursor?: string | null;
        };
        /** @description The tools of an agent, as REST or as a model vendor has them. */
        AgentTools: {
            losses?: Record<string, unknown>[];
            quarantined?: Record<string, unknown>[];
            tools: Record<string, unknown>[];
        };
        /** @description What a model took on behalf of an agent. */
        AgentUsage: {
            agent_id: string;
            /** Format: int64 */
            cached_tokens: number;
            /**
             * Format: double
             * @description What it cost, where the vendor says.
             */
            cost?: number | null;
            /** Format: int64 */
            input_tokens: number;
            /** Format: int64 */
            output_tokens: number;
        };
        /** @description How an agent uses tools and models. */
        AgentUse: {
            /** @description The agent. */
            agent_id: string;
            /**
             * Format: int64
             * @description Tokens that were read from a cache.
             */
            cached_tokens: number;
            /**
             * Format: int64
             * @description Its calls that ended.
             */
            calls: number;
            /**
             * Format: double
             * @description What its model cost, where the vendor says.
             */
            cost?: number | null;
            /**
             * Format: double
             * @description From 0 to 1.
             */
            error_rate: number;
            /**
             * Format: int64
             * @description Those that failed.
             */
            errors: number;
            /**
             * Format: int64
             * @description Tokens that its model read.
             */
            input_tokens: number;
            /** @description Milliseconds. */
            latency_ms: components["schemas"]["Numbers"];
            /**
             * Format: int64
             * @description Tokens that its model wrote.
             */
            output_tokens: number;
        };
        /** @description How a workspace is used. */
        Analytics: {
            /** @description Each agent, the dearest first. */
            agents: components["schemas"]["AgentUse"][];
            /** @description Hour by hour, or day by day where that is too much. */
            over_time: components["schemas"]["TimeUse"][];
            /**
             * Format: int64
             * @description Milliseconds since 1970.
             */
            since: number;
            /** @description The ids of the tools whose 95th percentile is highest, the slowest first. */
            slowest: string[];
            /** @description Each tool, the most used first. */
            tools: components["schemas"]["ToolUse"][];
            /** @description All calls. */
            totals: components["schemas"]["Totals"];
            /**
             * Format: int64
             * @description Milliseconds since 1970.
             */
            until: number;
        };
        /** @description A call that a person is asked about, and what they said. */
        Approval: {
            agent_id?: string | null;
            /** @description The arguments, without secrets. */
            arguments: unknown;
            /** @description The call that raised the question. */
            call_id: string;
            created_at: string;
            decided_at?: string | null;
            /** @description Who decided: a key's id, or a door. */
            decided_by?: string | null;
            /** @description When it is too late: to answer, then to make the call. */
            expires_at: string;
            /** @description What a call is made again with: its `approval_id`. */
            id: string;
            /** @description The key that the caller showed. */
            key_id?: string | null;
            /** @description The call in words. */
            preview: string;
            /** @description Why it was denied. */
            reason?: string | null;
            session_id?: string | null;
            /** @description `pending`, `approved`, `denied`, `used` or `expired`. */
            state: string;
            tool_id: string;
            tool_version: string;
            /** @description When the call was made. */
            used_at?: string | null;
        };
        /** @description A page of approvals. */
        ApprovalList: {
            /** @description The approvals, the newest first. */
            approvals: components["schemas"]["Approval"][];
            /** @description Where the next page begins, if there is one. */
            next_cursor?: string | null;
        };
        /** @description All tools or none, or these, by the server's names for them. */
        Asking: boolean | string[];
        /** @description A tool to give to an agent. */
        Attach: {
            /** @description The agent's settings for it. */
            config?: Record<string, unknown> | null;
            /** @description Which tool. */
            tool_id: string;
            /**
             * @description The one version that the agent works with, whatever comes later: a
             *     fingerprint, a number or a semantic version.
             */
            version?: string | null;
        };
        /** @description A tool that an agent has. */
        AttachedTool: components["schemas"]["Tool"] & {
            /** @description Since when the agent has it; nothing for a default tool. */
            attached_at?: string | null;
            /** @description The agent's settings for it. */
            config?: Record<string, unknown> | null;
            /** @description Whether the agent works with one version whatever comes later. */
            pinned: boolean;
        };
        /** @description What to change of an attachment. */
        AttachmentChange: {
            /** @description The agent's settings for the tool, whole; `null` for none. */
            config?: Record<string, unknown> | null;
            /** @description The version to pin the agent to; `null` for the newest. */
            version?: string | null;
        };
        /** @description What somebody wants of a tool. */
        CallBody: {
            /**
             * @description The agent on whose behalf it is called; that of the session where there
             *     is one.
             */
            agent_id?: string | null;
            /** @description The approval that lets it run: the `token` of its `confirmation_request`. */
            approval_id?: string | null;
            /**
             * @description The arguments: an object, or the text of one as a model wrote it.
             *     Anything else does not fit any tool, which the outcome says.
             */
            arguments?: unknown;
            /** @description Only say what would happen. */
            dry_run?: boolean;
            /**
             * @description What makes a repetition of this call the same call: it gets the outcome of
             *     the first. 1 to 255 bytes of text; with any other the outcome is `VALIDATION`.
             */
            idempotency_key?: string | null;
            /** @description The kind of conversation; that of the session where there is one. */
            mode?: string | null;
            /**
             * @description The vendor form in which the model saw the tool, so that what was lowered
             *     for it can be undone.
             */
            provider?: string | null;
            /** @description The conversation it belongs to. */
            session_id?: string | null;
        };
        /** @description A page of calls. */
        CallList: {
            /** @description The calls, newest first. */
            calls: components["schemas"]["CallRecord"][];
            /** @description Where the next page begins, if there is one. */
            next_cursor?: string | null;
        };
        /** @description What was written down about a call. */
        CallRecord: {
            agent_id?: string | null;
            /** @description The approval that let it run. */
            approval_id?: string | null;
            /** @description The arguments, without secrets. */
            arguments: unknown;
            /** Format: int64 */
            attempts: number;
            created_at: string;
            /** @description `rest`, `command_line`, `tool`, … */
            door: string;
            dry_run: boolean;
            /** Format: double */
            duration_ms: number;
            error_type?: string | null;
            finished_at?: string | null;
            id: string;
            /** @description The key that was shown. */
            key_id?: string | null;
            mode: string;
            /**
             * @description Whether it answered; nothing while it runs, and if the server died before
             *     it ended.
             */
            ok?: boolean | null;
            /** @description Whether it took longer than its latency budget. */
            over_budget: boolean;
            /** @description The call that it was made for: in its handler, or by the agent that it is. */
            parent_call_id?: string | null;
            registry_version: string;
            /** @description The call whose outcome it was given, under its idempotency key. */
            replay_of?: string | null;
            /**
             * Format: int64
             * @description Bytes of the answer.
             */
            response_bytes: number;
            /** @description The rule that let it in or kept it out. */
            rule?: string | null;
            session_id?: string | null;
            /** @description The tool, or the name that was asked for. */
            tool_id: string;
            tool_version?: string | null;
        };
        /** @description An answer in one piece. */
        ChatAnswer: {
            /** @description Who said it. */
            agent_id: string;
            /** @description The calls that were made, in their order. */
            calls: Record<string, unknown>[];
            /** @description What the fullest request to each agent's model took up, in tokens, about. */
            context: Record<string, unknown>;
            error?: components["schemas"]["NoAnswer"] | null;
            /** @description `stop`, `length`, `cancelled`, `ended` or `error`. */
            finish: string;
            /** @description What was said after the last call. */
            message: string;
            /** @description The conversation. */
            session_id: string;
            /** @description The tokens that it took, and the cost where the vendor says. */
            usage: Record<string, unknown>;
        };
        /** @description What somebody says. */
        ChatBody: {
            /** @description The agent that shall answer, from now on; else the session's. */
            agent_id?: string | null;
            /** @description The words. */
            message: string;
        };
        /** @description One event of an answer. */
        ChatEvent: {
            /** @description JSON: `type`, `message_id`, `agent_id` and what belongs to the event. */
            data: string;
            /** @description Its name. */
            event: string;
        };
        /** @description Why somebody says no. */
        Denial: {
            /** @description The model reads it. */
            reason?: string | null;
        };
        /** @description What changed between two versions of a tool. */
        DiffBody: {
            /** @description Whether a caller of the older version may fail with the newer one. */
            breaking: boolean;
            changes: Record<string, unknown>[];
            from: string;
            to: string;
        };
        /** @description A document. */
        Document: {
            author?: string | null;
            body: string;
            categories: string[];
            created_at: string;
            id: string;
            kind: string;
            tags: string[];
            title: string;
            updated_at: string;
            url?: string | null;
        };
        /** @description A page of documents. */
        DocumentList: {
            documents: components["schemas"]["Document"][];
            /** @description Where the next page begins, if there is one. */
            next_cursor?: string | null;
        };
        /** @description The body of every error. */
        ErrorBody: {
            error: components["schemas"]["ErrorWords"];
        };
        /** @description Why a request could not be served. */
        ErrorWords: {
            /** @description For a program, such as `NOT_FOUND`. */
            code: string;
            /** @description Every fault of the body, each with its place. */
            details: components["schemas"]["Fault"][];
            /** @description What was wrong and what to do. */
            message: string;
            /** @description The id of the request, also in the header `X-Request-Id`. */
            request_id: string;
        };
        /** @description One thing that is wrong, and where. */
        Fault: {
            /** @description What would have been right. */
            expected?: string;
            /** @description What is wrong there. */
            message: string;
            /** @description Where, as a JSON pointer; the root is the empty text. */
            pointer: string;
        };
        /** @description How the server is. */
        Health: {
            /** @description `ok`. */
            status: string;
            /** @description The version of the program. */
            version: string;
        };
        /** @description A key; what it looks like, nobody knows. */
        Key: {
            created_at: string;
            id: string;
            /** @description What it is for. */
            name: string;
            /** @description Since when it opens nothing. */
            revoked_at?: string | null;
            /** @description `read`, `call`, `manage`, `approve` or `metrics`. */
            scopes: string[];
        };
        /** @description What a new key is to allow. */
        KeyFields: {
            /** @description What it is for. */
            name?: string;
            /** @description `read`, `call`, `manage`, `approve` or `metrics`. */
            scopes: components["schemas"]["Scope"][];
        };
        /** @description The keys of a workspace. */
        KeyList: {
            /** @description The keys, the oldest first; those that were revoked too. */
            keys: components["schemas"]["Key"][];
        };
        /** @description Who is asking */
        Me: {
            /** @description The key that was shown. */
            key_id?: string | null;
            /** @description Whether nobody comes in without a key. */
            keys_required: boolean;
            /** @description What it allows; everything where no key is needed. */
            scopes: string[];
            workspace: string;
        };
        /** @description A message. */
        Message: {
            /** @description What was said: `text`, and the `calls` or `outcomes`. */
            content: Record<string, unknown>;
            created_at: string;
            /** Format: int64 */
            number: number;
            /** @description `user`, `assistant` or `tool`. */
            role: string;
        };
        /** @description What was said in a session. */
        MessageList: {
            /** @description The messages, the first first. */
            messages: components["schemas"]["Message"][];
            /** @description What the models took, by agent. */
            usage: components["schemas"]["AgentUsage"][];
        };
        /** @description What each tool did, by its id. */
        Metrics: {
            /**
             * Format: int64
             * @description Milliseconds since 1970.
             */
            since: number;
            /** @description The tools that were called. */
            tools: {
                [key: string]: components["schemas"]["ToolMetrics"];
            };
            /**
             * Format: int64
             * @description Milliseconds since 1970.
             */
            until: number;
        };
        /**
         * @description The kind of a conversation.
         * @enum {string}
         */
        Mode: "text" | "voice";
        /** @description A document as somebody hands it in. */
        NewDocument: {
            /** @description Who wrote it. */
            author?: string | null;
            /** @description What it says, in plain text or Markdown. */
            body?: string;
            /** @description What it is about. */
            categories?: string[];
            /** @description The stable id; made up where nobody says. One that is known is replaced. */
            id?: string | null;
            /** @description `post`, `thread`, `reply`, `node`, `collection`, `profile`, `event`, or a word of your own. */
            kind?: string | null;
            /** @description Words to find it by. */
            tags?: string[];
            /** @description What it is called. */
            title: string;
            /** @description Where it is from. */
            url?: string | null;
        };
        /** @description A key that was just made. */
        NewKey: components["schemas"]["Key"] & {
            /** @description The key itself. It is shown this once. */
            secret: string;
        };
        /** @description A new conversation. */
        NewSession: {
            /** @description The agent that it is with. */
            agent_id?: string | null;
            /** @description Its kind. */
            mode?: string | null;
        };
        /**
         * @description Another MCP server, at an address. One that is a program is set up in
         *     toolcrib.toml alone.
         */
        NewSource: {
            /** @description The tools for which a person is asked before each call. */
            confirm?: components["schemas"]["Asking"];
            /**
             * @description What is sent along with each request, such as `Authorization`. Nobody is shown it
             *     again.
             */
            headers?: {
                [key: string]: string;
            };
            /** @description Tools that are not taken. */
            hide?: string[];
            /** @description What it is called here: letters, digits, `_` and `-`. */
            name: string;
            /** @description What the ids of its tools begin with; its name when absent. */
            prefix?: string | null;
            /**
             * Format: int64
             * @description How long a call may take.
             */
            timeout_ms?: number | null;
            /** @description The only tools that are taken, by the server's names for them. */
            tools?: string[] | null;
            /** @description Whether it is believed what it says of its tools' effects. */
            trusted?: boolean;
            /** @description Where it is: `https://…/mcp`. */
            url: string;
        };
        /** @description Why there is no answer. */
        NoAnswer: {
            /** @description The word that a program branches on. */
            code: string;
            /** @description The words for a person. */
            message: string;
        };
        /** @description Percentiles of something. */
        Numbers: {
            /** Format: double */
            max: number;
            /** Format: double */
            mean: number;
            /** Format: double */
            p50: number;
            /** Format: double */
            p95: number;
            /** Format: double */
            p99: number;
        };
        /** @description How a call ended. */
        Outcome: {
            /** @enum {boolean} */
            ok: true;
            /** @description What the tool answered: any JSON. */
            data: unknown;
            warnings: components["schemas"]["Fault"][];
            intents: Record<string, unknown>[];
            meta: {
                callId: string;
                toolId: string;
                toolVersion?: string;
                registryVersion: string;
                /** @description Milliseconds. */
                duration: number;
                attempts: number;
                repairs: {
                    pointer: string;
                    repair: string;
                }[];
                responseSchemaVersion: string;
            };
        } | {
            /** @enum {boolean} */
            ok: false;
            error: {
                /** @description Such as VALIDATION or TIMEOUT. */
                type: string;
                message: string;
                retryable: boolean;
                partialSideEffects: boolean;
                idempotencyRequired: boolean;
                details: components["schemas"]["Fault"][];
                retryAfterMs?: number;
                /** @description Such as SAME_CALL_REPEATED. */
                reason?: string;
                /** @description What a person is asked to approve. */
                confirmation_request?: {
                    /** @description The approval's id; the call is made again with it as `approval_id`. */
                    token: string;
                    expires: string;
                    tool: string;
                    args: Record<string, unknown>;
                    preview: string;
                };
            };
            intents: Record<string, unknown>[];
            meta: {
                callId: string;
                toolId: string;
                toolVersion?: string;
                registryVersion: string;
                /** @description Milliseconds. */
                duration: number;
                attempts: number;
                repairs: {
                    pointer: string;
                    repair: string;
                }[];
                responseSchemaVersion: string;
            };
        };
        /** @description JSON Schema of an object. */
        ParametersSchema: {
            /**
             * @description Arguments have names.
             * @enum {string}
             */
            type: "object";
        };
        /** @description One thing that somebody should look at. */
        Problem: {
            /** @description What to do. */
            help: string;
            /** @description What is wrong. */
            message: string;
            /** @description Where in the manifest, as a JSON pointer. */
            pointer: string;
            /** @description `error` or `warning`. */
            severity: string;
        };
        /** @description What a tool promises beside its name and schema. */
        Promises: {
            aliases: string[];
            allowed_modes: string[];
            coerce: boolean;
            enabled: boolean;
            examples: unknown[];
            group?: string | null;
            /** @description The tool's manual, in Markdown. */
            guide?: string | null;
            /** @description The hosts that its handler may reach. */
            hosts: string[];
            idempotent: boolean;
            /** Format: int64 */
            latency_budget_ms: number;
            /** @description JSON Schema of the answer's data. */
            output?: unknown;
            /** @description `retrieval`, `action` or `utility`: what policy counts it as. */
            policy_category: string;
            requires_confirmation: boolean;
            /** @description `none`, `read_only` or `writes`. */
            side_effects: string;
            tags: string[];
            /** Format: int64 */
            timeout_ms: number;
            /** @description `reject` or `drop`. */
            unknown_arguments: string;
            /** @description The tools that its handler may call. */
            uses: string[];
            version: string;
        };
        /** @description A tool that cannot be called. */
        QuarantinedTool: {
            /** @description What it is now. */
            after?: Record<string, unknown> | null;
            /** @description What was approved, where it is another now. */
            before?: Record<string, unknown> | null;
            /** @description What an approval is given for: the digest of what it is now. */
            digest?: string | null;
            reason: string;
            tool_id: string;
        };
        /** @description Which version to go back to. */
        Rollback: {
            /**
             * @description Its fingerprint, or enough of its beginning; else its number or its
             *     semantic version.
             */
            version: string;
        };
        /**
         * @description What a key allows.
         * @enum {string}
         */
        Scope: "read" | "call" | "manage" | "approve" | "metrics";
        /** @description What somebody has looked at. */
        Seen: {
            /** @description The digest of the definition that is approved, as the list of sources has it. */
            digest: string;
        };
        /** @description A conversation. */
        Session: {
            agent_id?: string | null;
            created_at: string;
            /** @description When it ended, if it has. */
            ended_at?: string | null;
            id: string;
            mode: string;
        };
        /** @description What can be changed of a conversation. */
        SessionChange: {
            /** @description Its kind, from the next message on. */
            mode: string;
        };
        /** @description A page of sessions. */
        SessionList: {
            /** @description Where the next page begins, if there is one. */
            next_cursor?: string | null;
            /** @description The sessions, the newest first. */
            sessions: components["schemas"]["Session"][];
        };
        /** @description What was set beside what a tool's source says. */
        Settings: {
            allowed_modes?: string[];
            description?: string;
            enabled?: boolean;
            /** Format: int64 */
            latency_budget_ms?: number;
            requires_confirmation?: boolean;
            /** Format: int64 */
            timeout_ms?: number;
            /** @description The version that serves, where that is not the newest. */
            version_hash?: string;
        };
        /** @description A source of tools. */
        Source: {
            id: string;
            /** @description Whether it was added here, and can be taken out again. */
            is_added: boolean;
            /** @description `mcp` for another server; else as its id. */
            kind: string;
            /** @description What there is to say about that. */
            message?: string | null;
            /** @description Tools that cannot be called, and why. */
            quarantined: components["schemas"]["QuarantinedTool"][];
            /** @description `ready`, `connecting`, `waiting`, `disabled`, `failed` or `closed`. */
            state: string;
            tool_count: number;
            /** @description How a server is reached. */
            transport?: string | null;
        };
        /** @description Where tools come from. */
        SourceList: {
            sources: components["schemas"]["Source"][];
        };
        /** @description A stage of a call. */
        StageTime: {
            /** Format: double */
            duration_ms: number;
            /** @description `resolve`, `admit`, `prepare`, `confirm`, `run` or `check`. */
            stage: string;
        };
        /** @description What happened in an hour or a day. */
        TimeUse: {
            /** @description The hour or day: `2026-01-31T10` or `2026-01-31`, in UTC. */
            at: string;
            /**
             * Format: int64
             * @description Calls that ended.
             */
            calls: number;
            /**
             * Format: double
             * @description What they cost, where vendors say.
             */
            cost: number;
            /**
             * Format: int64
             * @description Those that failed.
             */
            errors: number;
            /**
             * Format: int64
             * @description Tokens that models read and wrote.
             */
            tokens: number;
        };
        /** @description A tool. */
        Tool: (components["schemas"]["Promises"] | null) & {
            /** @description Its group, or else what policy counts it as. */
            category: string;
            created_at: string;
            /** @description What the tool does and when to use it, for the model. */
            description: string;
            /** @description What runs it. */
            handler_key: string;
            /** @description The stable id; also the name that a model calls. */
            id: string;
            /** @description A name for people. */
            name: string;
            /** @description JSON Schema of the arguments, as text. */
            parameters_schema: string;
            /** @description Why it cannot be called, or what somebody should look at. */
            problems: components["schemas"]["Problem"][];
            /** @description What was set beside what its source says. */
            settings: components["schemas"]["Settings"];
            /**
             * @description `native`, `shipped`, `folders`, `database` for those made over REST, `table`
             *     for rows that somebody inserted, `mcp:…` for those of another server, or
             *     `agents` for agents that others may hand work to.
             */
            source: string;
            updated_at: string;
            /** @description Whether it can be called at all: whether no problem is in the way. */
            usable: boolean;
            /** @description Fingerprint of the version that serves; settings aside. */
            version_hash: string;
        };
        /**
         * @description What somebody wants a tool to be. What is left out stays as it is; `null` is
         *     what it is by itself.
         */
        ToolChange: {
            /** @description Other names that it answers to. */
            aliases?: string[] | null;
            /** @description The modes in which it may be called: `text`, `voice`. */
            allowed_modes?: components["schemas"]["Mode"][] | null;
            /**
             * @description `retrieval`, `action` or `utility` say what policy counts it as; anything
             *     else is its group.
             */
            category?: string | null;
            /** @description Whether arguments of the wrong type are mended where that is safe. */
            coerce?: boolean | null;
            /** @description What the tool does and when to use it, for the model. */
            description?: string | null;
            /** @description Whether it may be called at all. */
            enabled?: boolean | null;
            /** @description Arguments that show how it is used. */
            examples?: Record<string, unknown>[] | null;
            /** @description A label for people. */
            group?: string | null;
            /** @description The tool's manual, in Markdown. */
            guide?: string | null;
            /**
             * @description The id of the tool whose handler runs it, such as `echo`.
             * @example echo
             */
            handler_key?: string;
            /** @description The stable id; also the name that a model calls. It cannot be changed. */
            id?: string;
            /** @description Whether repeating a call changes nothing more. */
            idempotent?: boolean | null;
            /**
             * Format: int64
             * @description How long a call should take.
             */
            latency_budget_ms?: number | null;
            /** @description A name for people. */
            name?: string | null;
            /** @description JSON Schema of the answer's data. */
            output?: Record<string, unknown> | null;
            /** @description JSON Schema of the arguments: an object, or the same as text. */
            parameters_schema?: components["schemas"]["ParametersSchema"];
            /** @description Whether a person must approve each call. */
            requires_confirmation?: boolean | null;
            /** @description What it does to the world. */
            side_effects?: string | null;
            /** @description Words to find the tool by. */
            tags?: string[] | null;
            /**
             * Format: int64
             * @description How long a call may take.
             */
            timeout_ms?: number | null;
            /** @description What happens to arguments that the schema says nothing about. */
            unknown_arguments?: string | null;
            /** @description Semantic version. */
            version?: string | null;
        };
        /** @description A page of tools. */
        ToolList: {
            /** @description Where the next page begins, if there is one. */
            next_cursor?: string | null;
            /** @description The tools, by id. */
            tools: components["schemas"]["Tool"][];
        };
        /** @description What one tool did. */
        ToolMetrics: {
            /**
             * Format: int64
             * @description Calls that took longer than the latency budget.
             */
            budgetViolations: number;
            /** @description How often it failed in which way. */
            errorBreakdown: {
                [key: string]: number;
            };
            /** Format: int64 */
            errorCount: number;
            /**
             * Format: double
             * @description From 0 to 1.
             */
            errorRate: number;
            /**
             * Format: int64
             * @description Tokens that all answers are estimated to have.
             */
            estimatedTokens: number;
            /** Format: int64 */
            executionCount: number;
            /** @description Milliseconds. */
            latency: components["schemas"]["Numbers"];
            /**
             * Format: int64
             * @description Attempts beyond the first.
             */
            retries: number;
            /** @description Bytes of the answers. */
            size: components["schemas"]["Numbers"];
        };
        /** @description How a tool is used. */
        ToolUse: {
            /**
             * Format: int64
             * @description Calls that ended.
             */
            calls: number;
            /**
             * Format: double
             * @description From 0 to 1.
             */
            error_rate: number;
            /**
             * Format: int64
             * @description Those that failed.
             */
            errors: number;
            /** @description How often it failed in which way. */
            errors_by_type: {
                [key: string]: number;
            };
            /** @description When it was last called. */
            last_called_at: string;
            /** @description Milliseconds. */
            latency_ms: components["schemas"]["Numbers"];
            /**
             * Format: int64
             * @description Calls that took longer than the latency budget.
             */
            over_budget: number;
            /** @description Bytes of the answers. */
            response_bytes: components["schemas"]["Numbers"];
            /** @description The tool. */
            tool_id: string;
        };
        /** @description What all calls add up to. */
        Totals: {
            /**
             * Format: int64
             * @description Calls that ended.
             */
            calls: number;
            /**
             * Format: double
             * @description What models cost, where vendors say.
             */
            cost: number;
            /**
             * Format: double
             * @description From 0 to 1.
             */
            error_rate: number;
            /**
             * Format: int64
             * @description Those that failed.
             */
            errors: number;
            /**
             * Format: int64
             * @description Tokens that models read.
             */
            input_tokens: number;
            /** @description Milliseconds. */
            latency_ms: components["schemas"]["Numbers"];
            /**
             * Format: int64
             * @description Tokens that models wrote.
             */
            output_tokens: number;
            /**
             * Format: int64
             * @description Calls of tools that do not exist.
             */
            unknown_tools: number;
        };
        /** @description A version of a tool. */
        Version: {
            created_at: string;
            /** @description Whether it serves now. */
            current: boolean;
            /**
             * Format: int64
             * @description Counts the versions of a tool.
             */
            number: number;
            /** @description The semantic version that its author gave it. */
            version: string;
            version_hash: string;
        };
        /** @description The versions of a tool. */
        VersionList: {
            /** @description The versions, newest first. */
            versions: components["schemas"]["Version"][];
        };
        /** @description All that was written down about a call. */
        WholeCall: components["schemas"]["CallRecord"] & {
            /** @description What the handler said while it ran. */
            console: unknown[];
            /** @description How it ended, without secrets. */
            outcome?: unknown;
            /** @description The stages that it passed, in their order; the last is where it failed. */
            stages: components["schemas"]["StageTime"][];
        };
        /** @description What a new one must and can say. */
        NewTool: {
            /** @description Other names that it answers to. */
            aliases?: string[] | null;
            /** @description The modes in which it may be called: `text`, `voice`. */
            allowed_modes?: components["schemas"]["Mode"][] | null;
            /**
             * @description `retrieval`, `action` or `utility` say what policy counts it as; anything
             *     else is its group.
             */
            category?: string | null;
            /** @description Whether arguments of the wrong type are mended where that is safe. */
            coerce?: boolean | null;
            /** @description What the tool does and when to use it, for the model. */
            description: string;
            /** @description Whether it may be called at all. */
            enabled?: boolean | null;
            /** @description Arguments that show how it is used. */
            examples?: Record<string, unknown>[] | null;
            /** @description A label for people. */
            group?: string | null;
            /** @description The tool's manual, in Markdown. */
            guide?: string | null;
            /**
             * @description The id of the tool whose handler runs it, such as `echo`.
             * @example echo
             */
            handler_key: string;
            /** @description The stable id; also the name that a model calls. It cannot be changed. */
            id: string;
            /** @description Whether repeating a call changes nothing more. */
            idempotent?: boolean | null;
            /**
             * Format: int64
             * @description How long a call should take.
             */
            latency_budget_ms?: number | null;
            /** @description A name for people. */
            name?: string | null;
            /** @description JSON Schema of the answer's data. */
            output?: Record<string, unknown> | null;
            /** @description JSON Schema of the arguments: an object, or the same as text. */
            parameters_schema: components["schemas"]["ParametersSchema"];
            /** @description Whether a person must approve each call. */
            requires_confirmation?: boolean | null;
            /** @description What it does to the world. */
            side_effects?: string | null;
            /** @description Words to find the tool by. */
            tags?: string[] | null;
            /**
             * Format: int64
             * @description How long a call may take.
             */
            timeout_ms?: number | null;
            /** @description What happens to arguments that the schema says nothing about. */
            unknown_arguments?: string | null;
            /** @description Semantic version. */
            version?: string | null;
        };
        /** @description What a new one must and can say. */
        NewAgent: {
            description?: string | null;
            enabled?: boolean;
            /**
             * @description The stable id, also its name as a tool; made up where nobody says. It
             *     cannot be changed.
             */
            id?: string;
            instructions?: string | null;
            /** @description The one that people talk to; there is one at most. */
            is_primary?: boolean;
            model?: string | null;
            name: string;
            parameters?: components["schemas"]["ParametersSchema"] | null;
            settings?: Record<string, unknown> | null;
            tool_description?: string | null;
        };
    };
    responses: never;
    parameters: {
        /**
         * @description The workspace; `default` is the command line's.
         * @example default
         */
        workspace: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
