import type { CallToolResult } from '@modelcontextprotocol/server';
import { VaultError } from 'memory-vault-client';
import { isAboutToken } from '../domain/accessToken.js';
import { Rejection } from '../domain/rejection.js';
import { visibleLine } from '../domain/untrustedText.js';

/** What a tool answers: a few named texts, in the order in which they are read. `recalled` is fenced. */
export type Answer = Readonly<Record<string, string | undefined>>;

/**
 * The same lines twice, because some clients show the model only `structuredContent` and others only the text. A line of
 * text begins with its name.
 */
export function resultOf(answer: Answer): CallToolResult {
  const given = Object.entries(answer).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const lines = given.map(([name, value]) => (name === 'recalled' ? value : `${name} ${value}`));
  return {
    content: [{ type: 'text', text: lines.join('\n') }],
    structuredContent: Object.fromEntries(given),
  };
}

/** A failure reaches the model only as text. */
export function failureResult(error: unknown): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: failureText(error) }] };
}

/** What went wrong, and on the next line what to do. */
export function failureText(error: unknown): string {
  const { code, message, next } = failureOf(error);
  // Messages may repeat what a caller, or another program, has sent.
  return `${code}: ${visibleLine(message).replace(/\.$/, '')}.\n${next}.`;
}

/** Why a tool could not do what it was asked: a stable code, a sentence, and the next step. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly code: string;
  readonly next: string;

  constructor(code: string, message: string, { next, cause }: { next: string; cause?: unknown }) {
    super(message, { cause });
    this.code = code;
    this.next = next;
  }
}

/** Nobody answers, or not in time. */
export function unreachable(reason: string, cause?: unknown): Failure {
  return new Failure('unreachable', reason, {
    next: 'Go on without memory; the user can run `memory-vault setup --check`',
    cause,
  });
}

/** A session that was named by an id. */
export function noSession(cause: unknown): Failure {
  return new Failure('not_found', 'session_id: there is no such session', {
    next: 'Leave session_id out, or give the one from the start of the session',
    cause,
  });
}

/** What to do about a refusal of the vault. A code that is missing here needs another input. */
const NEXT: Readonly<Record<string, string>> = {
  missing_credential:
    'Ask the user to run memory-vault login with the URL of the vault, which memory-vault doctor names (an HTTP client needs the header Authorization: Bearer …)',
  invalid_session:
    'Ask the user to run memory-vault login with the URL of the vault, which memory-vault doctor names, and a new invite of an admin',
  invalid_admin_key: 'Ask the user to set VAULT_BEARER_TOKEN to the key in admin.key',
  forbidden: 'Do not retry: only its author or an admin may do this',
  not_found: 'Find it with memory_search; it may have been forgotten',
  session_ended: 'Start another session with memory_session, or go on without one',
  conflict: 'Give the full id of the one you mean',
  internal_error: 'Go on without memory; the user can run `memory-vault setup --check`',
  overloaded: 'Go on without memory and try again in a minute',
};

const MEND = 'Correct all of that and call it again';

/** Any error of a tool as a failure. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof Rejection) {
    return new Failure(error.code, error.message, {
      next: MEND,
    });
  }
  if (error instanceof VaultError) return ofVault(error);
  return new Failure('internal_error', 'something went wrong in memory-vault', {
    next: 'Go on without memory; the user can run `memory-vault setup --check`',
    cause: error,
  });
}

function ofVault(error: VaultError): Failure {
  const { status, code, detail, retryAfter, cause } = error;
  if (cause instanceof Failure) return cause;
  if (status === undefined || code === undefined) return unreachable(detail, error);
  if (code === 'rate_limited' || code === 'not_ready') {
    const next =
      retryAfter === undefined
        ? 'Go on without memory, and tell the user'
        : `Go on without memory and try again in ${retryAfter} s`;
    return new Failure(code, detail, { next, cause: error });
  }
  return new Failure(code, detail, { next: nextStep(code, error), cause: error });
}

function nextStep(code: string, { detail, errors }: VaultError): string {
  if (!isAboutToken(detail)) return NEXT[code] ?? MEND;
  // An agent can name another project, and makes no tokens.
  return errors.length > 0 ? MEND : 'Tell the user that, and go on without it';
}
