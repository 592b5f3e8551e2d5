import type { Problem } from './openapi.js';

/** Where a request went, for the message of an error. */
export interface Asked {
  readonly method: string;
  readonly url: string;
  /** How often it was sent. */
  readonly attempts: number;
}

/**
 * A request that did not succeed. Either the vault refused it: then `status` and, if the answer is one of a vault, the
 * members of its problem details (RFC 9457) are there. Or nothing answered: then `status` is undefined and `cause` is
 * what `fetch` threw.
 */
export class VaultError extends Error {
  override readonly name = 'VaultError';
  readonly status: number | undefined;
  /** What is wrong, for a program. Undefined when something else than a vault answered, such as a proxy. */
  readonly code: Problem['code'] | undefined;
  /** What is wrong, for a person. */
  readonly detail: string;
  /** Every field that is not valid, each with a JSON Pointer; empty unless `code` is about the input. */
  readonly errors: readonly { readonly path: string; readonly message: string }[];
  /** Finds the request in the log of the service. */
  readonly request_id: string | undefined;
  /** Seconds after which the service wants to be asked again. */
  readonly retryAfter: number | undefined;
  /** The answer's body: parsed JSON, or its text. */
  readonly body: unknown;
  readonly attempts: number;

  private constructor(message: string, given: Given) {
    super(message, { cause: given.cause });
    const { status, problem, detail, retryAfter, body, attempts } = given;
    this.status = status;
    this.code = problem?.code;
    this.detail = detail;
    this.errors = problem?.errors ?? [];
    this.request_id = problem?.request_id;
    this.retryAfter = retryAfter;
    this.body = body;
    this.attempts = attempts;
  }

  /** The error for an answer that is no success. Reads its body. */
  static async refused(response: Response, { method, url, attempts }: Asked): Promise<VaultError> {
    const body = parsed(await response.text());
    const { status } = response;
    const problem = isProblem(body) ? body : undefined;
    const detail = problem?.detail ?? `something that is no vault answered ${status}`;
    const message = `${method} ${url} answered ${status}: ${detail}`;
    const retryAfter = retryAfterOf(response);
    return new VaultError(message, { status, problem, detail, retryAfter, body, attempts });
  }

  /** The error for a request that got no answer, or only a part of one. */
  static unanswered(cause: unknown, { method, url, attempts }: Asked): VaultError {
    const detail = `no answer${attempts > 1 ? ` after ${attempts} attempts` : ''}: ${reasonOf(cause)}`;
    return new VaultError(`${method} ${url} got ${detail}`, { detail, cause, attempts });
  }
}

interface Given {
  readonly detail: string;
  readonly attempts: number;
  readonly status?: number;
  readonly problem?: Problem | undefined;
  readonly retryAfter?: number | undefined;
  readonly body?: unknown;
  readonly cause?: unknown;
}

/** Seconds of a `Retry-After` header; undefined without one, or when it is a date. */
export function retryAfterOf({ headers }: Response): number | undefined {
  const header = headers.get('retry-after') ?? '';
  return /^\d{1,9}$/.test(header) ? Number(header) : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'code' in body && 'detail' in body;
}

/** `fetch` says only "fetch failed" in a TypeError, and its cause says what failed. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof TypeError && error.cause !== undefined) return reasonOf(error.cause);
  // Of several addresses that were tried, the last one.
  if (error instanceof AggregateError && error.errors.length > 0) {
    return reasonOf(error.errors.at(-1));
  }
  return error.message || error.name;
}
