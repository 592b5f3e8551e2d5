import { type ClientRequest, request } from 'node:http';
import { INSTANCE_HEADER } from './serviceFile.js';

/**
 * What is at an address: a Memory Vault with its instance (`instanceOf`), another program (with its name, if it is one that
 * users take for a vault), something that accepts a connection but does not answer in time, or nothing.
 */
export type Probed =
  | { readonly kind: 'vault'; readonly instance: string }
  | { readonly kind: 'other'; readonly name?: 'engram' }
  | { readonly kind: 'silent' }
  | { readonly kind: 'nothing' };

/** No answer to a probe is longer. */
const MOST_BYTES = 10_000;

/** Asks what listens at a URL on this machine. Takes at most `timeoutMs`, and never rejects. */
export async function probe(url: string, timeoutMs: number): Promise<Probed> {
  const until = Date.now() + timeoutMs;
  const health = await get(`${url}/healthz`, timeoutMs);
  if (typeof health === 'string') return { kind: health };
  if (health.instance !== undefined && isObject(health.body) && health.body.status === 'ok')
    return { kind: 'vault', instance: health.instance };
  const other = await get(`${url}/health`, Math.max(1, until - Date.now()));
  const isEngram =
    typeof other === 'object' && isObject(other.body) && other.body.service === 'engram';
  return { kind: 'other', ...(isEngram && { name: 'engram' }) };
}

interface Answer {
  readonly instance: string | undefined;
  /** Undefined for what is no JSON. */
  readonly body: unknown;
}

function get(url: string, timeoutMs: number): Promise<Answer | 'silent' | 'nothing'> {
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
      // Every service answers to the name localhost, also one that listens on another address.
      asked = request(url, { headers: { host: 'localhost' }, agent: false });
    } catch {
      end('nothing');
      return;
    }
    asked.on('error', ({ code }: NodeJS.ErrnoException) =>
      // A program that speaks no HTTP is there nevertheless.
      end(code?.startsWith('HPE_') ? { instance: undefined, body: undefined } : 'nothing'),
    );
    asked.on('response', (response) => {
      const instance = response.headers[INSTANCE_HEADER];
      let text = '';
      const done = () =>
        end({
          instance: typeof instance === 'string' ? instance : undefined,
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
