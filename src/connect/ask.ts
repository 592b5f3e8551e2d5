import { once } from 'node:events';
import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http';
import { isLoopbackName } from '../domain/host.js';

/** Goes past any proxy that NODE_USE_ENV_PROXY names, as Node's own agent does not: no proxy reaches this machine. */
export function direct(): Agent {
  agent ??= new Agent({ keepAlive: true, scheduling: 'lifo', timeout: 5000 });
  return agent;
}
let agent: Agent | undefined;

/** True for the URL of a service on this machine, without TLS. */
export function isOnThisMachine(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && isLoopbackName(hostname);
}

type Asking = Pick<RequestOptions, 'method' | 'headers' | 'agent' | 'signal'> & {
  readonly body?: string | Buffer;
};

/**
 * Sends a request and gives the answer once its head is there. With Node's own HTTP: to load `fetch` takes longer than all of a hook,
 * and `fetch` lets nobody choose a Host. Follows no redirect, which could lead a credential or a note to somebody else.
 */
export async function ask(
  url: string,
  { body = '', ...options }: Asking,
): Promise<IncomingMessage> {
  // HTTPS is loaded for a vault elsewhere only: it takes longer than all of the rest.
  const isSecure = new URL(url).protocol === 'https:';
  // Without a name for TLS, Node does not ask whether the Host is an address, for which Node 20 takes 4 ms.
  const unnamed = { ...options, servername: '' };
  const asked = isSecure
    ? (await import('node:https')).request(url, options)
    : request(url, unnamed);
  // Whatever goes wrong once the answer is read, its reader is told.
  const answered = once(asked, 'response');
  asked.on('error', () => {}).end(body);
  // The cast is safe: it is what this event brings.
  const [answer] = (await answered) as [IncomingMessage];
  return answer;
}

/** The text of an answer, up to the first piece beyond `most` bytes. */
export async function textOf(answer: IncomingMessage, most: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    chunks.push(chunk);
    if (bytes > most) break;
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Why no connection to a URL gave an answer, in a sentence. */
export function whyUnreached(url: string, error: unknown): string {
  const { code = '', cause } = Object(error) as { code?: unknown; cause?: unknown };
  // `fetch` says it of its cause.
  if (code === '' && cause !== undefined) return whyUnreached(url, cause);
  const reason = String(code);
  if (reason === 'ECONNREFUSED') return `nothing answers at ${url}`;
  if (/^(?:ENOTFOUND|EAI_)/.test(reason)) return `this machine does not know the host of ${url}`;
  if (/^(?:ECONNRESET|EPIPE|HPE_|UND_ERR_SOCKET)/.test(reason))
    return `the program at ${url} is not a vault`;
  if (/CERT|SIGNED|ERR_TLS/.test(reason))
    return `this machine does not trust the certificate of ${url}: set NODE_EXTRA_CA_CERTS to the file of the certificate that signed it`;
  if (/^(?:EPROTO|ERR_SSL)/.test(reason))
    return `the program at ${url} does not use TLS: check https:// in the address`;
  return `${url} cannot be reached`;
}
