import { ask, direct, isOnThisMachine, textOf, whyUnreached } from '../connect/ask.js';
import { headersFor, provenConnections } from '../connect/proof.js';
import { isAboutToken } from '../domain/accessToken.js';
import { membersOf, tryParse } from '../domain/json.js';
import { visibleLine } from '../domain/untrustedText.js';

/** A request to a vault. */
interface VaultRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** Longest wait for the whole answer, in milliseconds. */
  readonly timeoutMs: number;
}

export interface VaultAnswer {
  readonly status: number;
  /** Of the answer's JSON; undefined when it is none. */
  readonly body: unknown;
}

/** Sends a request to the vault of a user. Rejects where no whole answer came in time, and with `LoginNeeded`. */
export type VaultCall = (request: VaultRequest) => Promise<VaultAnswer>;

/** The same vault for who works in this repository: of projects that are called alike, it is that of the repository. */
export function callIn(repository: string | undefined, call: VaultCall): VaultCall {
  if (repository === undefined) return call;
  const own = { 'x-vault-repository': encodeURIComponent(repository) };
  return (request) => call({ ...request, headers: { ...request.headers, ...own } });
}

/** More than any answer that a hook asks for. */
const MAX_BYTES = 1_048_576;

/** How a vault is called. */
interface Calling {
  /** The credential of the user, if there is one. */
  readonly token?: string | undefined;
  /** Of the service of the data directory: each connection to it proves itself before it carries anything. */
  readonly secret?: string | undefined;
}

/** Calls the vault at `url`, by the name in it where there is no `secret`: a proxy elsewhere may need it. */
export function vaultAt(url: string, { token, secret }: Calling = {}): VaultCall {
  const agent = secret === undefined ? undefined : provenConnections(secret);
  return async ({ method, path, body, headers, timeoutMs }) => {
    const signal = AbortSignal.timeout(Math.ceil(timeoutMs));
    try {
      const answer = await ask(url + path, {
        method,
        agent: agent ?? (isOnThisMachine(url) ? direct() : undefined),
        headers: {
          ...(body && { 'content-type': 'application/json' }),
          accept: 'application/json, text/event-stream',
          ...(secret !== undefined && headersFor(secret)),
          ...(token && { authorization: `Bearer ${token}` }),
          ...headers,
        },
        body: body && JSON.stringify(body),
        signal,
      });
      const text = await textOf(answer, MAX_BYTES);
      if (answer.statusCode === 401) throw new LoginNeeded(url, token, tryParse(text));
      if (Buffer.byteLength(text) > MAX_BYTES) throw new Unusable('the answer is too long');
      return { status: answer.statusCode ?? 0, body: tryParse(text) };
    } catch (error) {
      if (error instanceof Unusable) throw error;
      const late = `no answer within ${Math.round(timeoutMs)} ms`;
      throw new Error(signal.aborted ? late : whyUnreached(url, error), { cause: error });
    }
  };
}

/** An answer that came, and of which a hook can make nothing. */
class Unusable extends Error {}

/** The vault does not know who asks. Every call would be refused, so this is said once, for all of them. */
export class LoginNeeded extends Unusable {
  constructor(url: string, token: string | undefined, answer: unknown) {
    const { detail } = membersOf(answer);
    const why = token === undefined ? 'needs a login' : 'has ended your login';
    super(
      typeof detail === 'string' && isAboutToken(detail)
        ? `the vault at ${url} says: ${visibleLine(detail.slice(0, 300))}`
        : `the vault at ${url} ${why}: type memory-vault login ${url}`,
    );
  }
}

/**
 * The id of the session or note that a vault answered with: each of its answers to a write has one. A note that the session
 * has already is answered with `existing_id`. What could be a sentence is no id: models are told these.
 */
export function idIn({ status, body }: VaultAnswer): string | undefined {
  const { id, existing_id } = membersOf(body);
  const named = id ?? existing_id;
  const isOk = status >= 200 && status < 300;
  return isOk && typeof named === 'string' && /^[\w-]{1,128}$/.test(named) ? named : undefined;
}

/** The code of a vault's own error answer (`RejectionCode`); undefined for any other answer, also that of a proxy before it. */
export function codeIn({ status, body }: VaultAnswer): string | undefined {
  const problem = membersOf(body);
  return typeof problem.code === 'string' && problem.status === status ? problem.code : undefined;
}

/** Whether a vault names a field, by its JSON Pointer, as one that is wrong. */
export function isWrongField({ body }: VaultAnswer, path: string): boolean {
  const { errors } = membersOf(body);
  return Array.isArray(errors) && errors.some((one) => membersOf(one).path === path);
}

/** Why a vault did not do what was asked, in its own words if it said some. */
export function reasonOf({ status, body }: VaultAnswer): string {
  const { detail } = membersOf(body);
  if (status >= 200 && status < 300) return 'the program that answers is not a vault';
  return typeof detail === 'string' ? `${status}: ${detail.slice(0, 200)}` : `status ${status}`;
}

/** What `work` gives, or `late` when it has not settled within `ms` milliseconds. The work is not stopped: the process is. */
export async function withinBudget<T>(work: Promise<T>, ms: number, late: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const isLate = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(late), ms);
  });
  try {
    return await Promise.race([work, isLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** Why a part of a hook that was bounded so has no result. */
export const LATE = 'the vault did not answer in time';
