import { request } from 'node:http';
import { text } from 'node:stream/consumers';

/** Where a service listens. */
export interface Place {
  readonly host: string;
  readonly port: number;
}

/** The answer of a service. */
export interface ServiceAnswer {
  readonly status: number;
  /** JSON, or undefined where there is no body. */
  readonly body: unknown;
}

interface ServiceRequest {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object | undefined;
  readonly timeoutMs?: number;
}

/**
 * Sends a request to a service on this machine. The Host is `localhost`, which every service accepts: the name of its
 * address need not be in VAULT_ALLOWED_HOSTS. Rejects when nothing answers with JSON in time, by default 10 s.
 */
export function askService(
  place: Place,
  method: string,
  path: string,
  { headers, body, timeoutMs = 10_000 }: ServiceRequest = {},
): Promise<ServiceAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, serviceUrl(place)), {
      method,
      headers: {
        ...headers,
        host: 'localhost',
        ...(body && { 'content-type': 'application/json' }),
      },
      signal: AbortSignal.timeout(timeoutMs),
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      text(response)
        .then((answer) => ({
          status: response.statusCode ?? 0,
          body: answer === '' ? undefined : JSON.parse(answer),
        }))
        .then(resolve, reject);
    });
    sent.end(body && JSON.stringify(body));
  });
}

/** The URL that reaches a service from this machine. Nobody can connect to 0.0.0.0 or ::, which mean any address. */
export function serviceUrl({ host, port }: Place): string {
  const reached = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`;
}
