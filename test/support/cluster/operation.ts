// What callers of a cluster asked for and what they were answered, in plain values: they come from a model in memory as
// well as from answers over HTTP.

/** What was asked for. `content` and `summary` are compared as they are. */
export type Asked =
  | { readonly kind: 'startSession' }
  | {
      readonly kind: 'save';
      readonly session: string;
      readonly content: string;
      readonly force: boolean;
    }
  | { readonly kind: 'revise'; readonly id: string; readonly content: string }
  | { readonly kind: 'forget'; readonly id: string }
  | { readonly kind: 'endSession'; readonly id: string; readonly summary: string }
  /** The position of a node, which must be `least` or more. */
  | { readonly kind: 'read'; readonly least: number };

/** What a caller was answered. */
export type Answer =
  /** `id` is that of the note or session; `position` of the event, or of the node for a read. */
  | {
      readonly status: 'done';
      readonly appended: boolean;
      readonly id: string;
      readonly position: number;
    }
  /** A decision of the command, such as `not_found`. */
  | { readonly status: 'refused'; readonly code: string }
  /** The node said that it stored nothing, or a read did not reach its position. */
  | { readonly status: 'not stored' }
  /** No answer, or one that says that nobody knows. */
  | { readonly status: 'unknown' };

/** One request. Times are in ms since any moment, the same for all callers. */
export interface Operation {
  /** The node, as long as it keeps its copy: one that begins with a new copy has another name. */
  readonly node: string;
  readonly begin: number;
  /** `Infinity` when no answer came. */
  readonly end: number;
  readonly asked: Asked;
  /** Unique; the events of the operation have it as `meta.request_id`. */
  readonly request: string;
  /** The Idempotency-Key, if there was one: those with the same one ask for the same. */
  readonly key?: string | undefined;
  readonly answer: Answer;
}
