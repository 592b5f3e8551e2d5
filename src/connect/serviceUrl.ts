import { Agent } from 'node:http';
import { isLoopbackName } from '../domain/host.js';
/** Where a service listens. */
export interface Place {
  readonly host: string;
  readonly port: number;
}

/** The URL that reaches a service from this machine. Nobody can connect to 0.0.0.0 or ::, which mean any address. */
export function serviceUrl({ host, port }: Place): string {
  const reached = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`;
}

/** Goes past any proxy that NODE_USE_ENV_PROXY names, as Node's own agent does not: no proxy reaches this machine. */
export const DIRECT = new Agent({ keepAlive: true, scheduling: 'lifo', timeout: 5000 });

/** True for the URL of a service on this machine, without TLS. */
export function isOnThisMachine(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && isLoopbackName(hostname);
}

/** Why no connection to a URL gave an answer, in a sentence. */
export function whyUnreached(url: string, error: unknown): string {
  const { code = '', cause } = Object(error) as { code?: unknown; cause?: unknown };
  // `fetch` says it of its cause.
  if (code === '' && cause !== undefined) return whyUnreached(url, cause);
  const reason = String(code);
  if (reason === 'ECONNREFUSED') return `nothing answers at ${url}`;
  if (/^(?:ENOTFOUND|EAI_)/.test(reason)) return `the host of ${url} is not known here`;
  if (/^(?:ECONNRESET|EPIPE|HPE_|UND_ERR_SOCKET)/.test(reason))
    return `what answers at ${url} is no vault`;
  if (/CERT|SIGNED|ERR_TLS/.test(reason))
    return `the certificate of ${url} is not trusted here: name the one that signed it in NODE_EXTRA_CA_CERTS`;
  if (/^(?:EPROTO|ERR_SSL)/.test(reason)) return `what answers at ${url} speaks no TLS`;
  return `${url} cannot be reached`;
}
