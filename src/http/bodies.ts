import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Rejection } from '../domain/rejection.js';

/** JSON bodies only: no `text/plain`, which a page of any origin could send without asking. */
export function acceptJson(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => parseJson(body),
  );
}

/**
 * NDJSON bodies come as a stream of bytes, to be read line by line. One that says it is too large is
 * refused before anything of it is stored.
 */
export function acceptNdjson(server: FastifyInstance): void {
  server.addContentTypeParser(
    'application/x-ndjson',
    async (request: FastifyRequest, body: unknown) => {
      const { bodyLimit } = request.routeOptions;
      if (Number(request.headers['content-length'] ?? 0) <= bodyLimit) return body;
      throw new Rejection('payload_too_large', `the body is larger than ${bodyLimit} bytes`);
    },
  );
}

/** Parses UTF-8 JSON. Throws `Rejection('invalid_payload')`. */
export function parseJson(bytes: Uint8Array): unknown {
  return parseJsonText(decodeUtf8(bytes));
}

/** As `parseJson`, for text. A `__proto__` key is a key like any other that no schema knows. */
export function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Rejection('invalid_payload', 'body: is not JSON');
  }
}

/** Fatal, because bytes that are no UTF-8 would silently become U+FFFD. */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Rejection('invalid_payload', 'body: is not UTF-8');
  }
}
