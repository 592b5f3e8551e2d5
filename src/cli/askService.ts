import { request } from 'node:http';
import { text } from 'node:stream/consumers';

/** Where a service listens. */
export interface Place {
  readonly host: string;
  readonly port: number;
}

/** What a service answered. */
export interface ServiceAnswer {
  readonly status: number;
  /** JSON, or undefined where there is no body. */
  readonly body: unknown;
}

interface Question {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object | undefined;
  readonly timeoutMs?: number;
}

/**
 * Asks a service on this machine, by the name that every one answers to: that of its address need not be
 * in VAULT_ALLOWED_HOSTS. Rejects when nothing that speaks JSON answers in time, by default 10 s.
 */
export function askService(
  place: Place,
  method: string,
  path: string,
  { headers, body, timeoutMs = 10_000 }: Question = {},
): Promise<ServiceAnswer> {
  return new Promise((resolve, reject) => {
    const asking = request(new URL(path, serviceUrl(place)), {
      method,
      headers: {
        ...headers,
        host: 'localhost',
        ...(body && { 'content-type': 'application/json' }),
      },
      signal: AbortSignal.timeout(timeoutMs),
    });
    asking.on('error', reject);
    asking.on('response', (response) => {
      text(response)
        .then((told) => ({
          status: response.statusCode ?? 0,
          body: told === '' ? undefined : JSON.parse(told),
        }))
        .then(resolve, reject);
    });
    asking.end(body && JSON.stringify(body));
  });
}

/** Where it is reached from this machine: an address to listen on everywhere is none to connect to. */
export function serviceUrl({ host, port }: Place): string {
  const reached = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`;
}
