import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

/**
 * Sends a request to a service on this machine, like `fetch`, but with the Host `localhost`, which every service accepts:
 * the name of its address need not be in VAULT_ALLOWED_HOSTS. `fetch` itself does not let a Host be chosen.
 */
export async function fetchAsLocalhost(asked: Request): Promise<Response> {
  const { method, url, signal } = asked;
  const headers = { ...Object.fromEntries(asked.headers), host: 'localhost' };
  const sent = request(url, { method, headers, signal });
  sent.end(Buffer.from(await asked.arrayBuffer()));
  // The cast is safe: it is what this event brings.
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return responseOf(answer.statusCode ?? 0, answer.headers, await buffer(answer));
}

/** An answer of Node's own HTTP as one of `fetch`. */
export function responseOf(
  status: number,
  headers: Readonly<Record<string, number | string | string[] | undefined>>,
  body: Uint8Array<ArrayBuffer>,
): Response {
  const given = Object.entries(headers).filter(([, value]) => value !== undefined);
  return new Response(body.length > 0 ? body : null, {
    status,
    headers: given.map(([name, value]): [string, string] => [name, String(value)]),
  });
}
