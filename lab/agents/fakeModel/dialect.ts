/** A tool that an agent offers to its model. */
export interface OfferedTool {
  readonly name: string;
  /** The group that the tool is offered in, where the dialect has such: Codex makes one of each server. */
  readonly group?: string;
  readonly description: string;
  /** All of it as the model gets it. */
  readonly definition: unknown;
}

/** What a tool answered, as the model gets it. */
export interface ToolResult {
  /** That of the call; undefined in a dialect that has none. */
  readonly callId: string | undefined;
  readonly text: string;
}

/** One request of an agent to its model, read the same way in every dialect. */
export interface Asked {
  /** The instructions and the conversation, without the tools: every text in it, in order. */
  readonly texts: readonly string[];
  readonly tools: readonly OfferedTool[];
  /** Of the whole conversation, in order. */
  readonly toolResults: readonly ToolResult[];
}

/** What the model says next. */
export type Reply =
  | { readonly kind: 'say'; readonly text: string }
  | { readonly kind: 'call'; readonly tool: OfferedTool; readonly input: Record<string, unknown> };

/** An HTTP answer with status 200. */
export interface Written {
  readonly contentType: string;
  readonly body: string;
}

/** How a vendor's API asks a model and how it answers. */
export interface Dialect {
  readonly name: string;
  /** Whether a POST to this path, without its query, asks the model. */
  speaks(path: string): boolean;
  /** Throws a ZodError when the body is not of this dialect. */
  read(body: unknown): Asked;
  /** `turn` counts the answers of a run: ids are made from it. */
  write(reply: Reply, request: { readonly streamed: boolean; readonly turn: number }): Written;
  /** Whether the answer is a stream. */
  streams(path: string, body: unknown): boolean;
}
