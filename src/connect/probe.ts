import { type ClientRequest, request } from 'node:http';
import { newChallenge, PROOF_HEADER } from './proof.js';
import { INSTANCE_HEADER } from './serviceFile.js';

/**
 * What is at an address: what says that it is a Memory Vault, and whether it proved to be the one that was asked for; another
 * program (with its name, if it is one that users take for a vault); something that accepts a connection but does not answer in
 * time; or nothing.
 */
export type Probed =
  | { readonly kind: 'vault'; readonly isProven: boolean }
  | { readonly kind: 'other'; readonly name?: 'engram' }
  | { readonly kind: 'silent' }
  | { readonly kind: 'nothing' };

/** No answer to a probe is longer. */
const MOST_BYTES = 10_000;

/**
 * Asks what listens at a URL on this machine, and with the `secret` of a service for its proof. Takes at most `timeoutMs`, and
 * never rejects.
 */
export async function probe(url: string, timeoutMs: number, secret?: string): Promise<Probed> {
  const until = Date.now() + timeoutMs;
  const challenge = secret === undefined ? undefined : newChallenge(secret);
  const health = await get(`${url}/healthz`, timeoutMs, challenge?.headers);
  if (typeof health === 'string') return { kind: health };
  // Also where it refuses to answer more: it is there.
  if (challenge?.isProof(health.proof)) return { kind: 'vault', isProven: true };
  if (health.isVault && isObject(health.body) && health.body.status === 'ok')
    return { kind: 'vault', isProven: false };
  const other = await get(`${url}/health`, Math.max(1, until - Date.now()));
  const isEngram =
    typeof other === 'object' && isObject(other.body) && other.body.service === 'engram';
  return { kind: 'other', ...(isEngram && { name: 'engram' }) };
}

interface Answer {
  /** Whether it has the header of a vault. */
  readonly isVault: boolean;
  readonly proof: unknown;
  /** Undefined for what is no JSON. */
  readonly body: unknown;
}

/** Every service answers to the name localhost, also one that listens on another address. */
const AS_LOCALHOST = { host: 'localhost' };

const NO_HTTP: Answer = { isVault: false, proof: undefined, body: undefined };

function get(
  url: string,
  timeoutMs: number,
  headers: Readonly<Record<string, string>> = AS_LOCALHOST,
): Promise<Answer | 'silent' | 'nothing'> {
  return new Promise((resolve) => {
    let asked: ClientRequest | undefined;
    // For all of it: the name, the connection, the head and the body.
    const timer = setTimeout(() => end('silent'), timeoutMs);
    const end = (result: Answer | 'silent' | 'nothing') => {
      clearTimeout(timer);
      asked?.destroy();
      resolve(result);
    };
    try {
      asked = request(url, { headers, agent: false });
    } catch {
      end('nothing');
      return;
    }
    asked.on('error', ({ code }: NodeJS.ErrnoException) =>
      // A program that speaks no HTTP is there nevertheless.
      end(code?.startsWith('HPE_') ? NO_HTTP : 'nothing'),
    );
    asked.on('response', (response) => {
      let text = '';
      const done = () =>
        end({
          isVault: response.headers[INSTANCE_HEADER] !== undefined,
          proof: response.headers[PROOF_HEADER],
          body: response.statusCode === 200 ? parsed(text) : undefined,
        });
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
        if (text.length > MOST_BYTES) done();
      });
      response.on('end', done).on('error', () => end('nothing'));
    });
    asked.end();
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
