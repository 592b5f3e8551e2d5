import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Rejection } from '../../domain/rejection.js';
import { BatchBody } from '../batch/readItems.js';
import { parseJson } from './parseJson.js';

/**
 * Accepts only JSON bodies: a page of any origin could send `text/plain` without a CORS preflight. An empty one counts as none:
 * many clients set the type with every request.
 */
export function acceptJson(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      refuseEncoded(request);
      return body.length === 0 ? undefined : parseJson(body);
    },
  );
}

/**
 * Accepts batches as streams, which are read item by item. A batch whose Content-Length exceeds the limit is refused before
 * any of it is stored.
 */
export function acceptBatches(server: FastifyInstance): void {
  const stream = (form: BatchBody['form']) => async (request: FastifyRequest, body: unknown) => {
    refuseEncoded(request);
    const { bodyLimit } = request.routeOptions;
    if (Number(request.headers['content-length'] ?? 0) > bodyLimit) {
      throw new Rejection('payload_too_large', `the body is larger than ${bodyLimit} bytes`);
    }
    // Without `parseAs`, Fastify passes the stream itself. It is not destroyed where reading ends early: that would take the
    // socket from the request, and with it the answer that says what is wrong.
    return new BatchBody(form, (body as Readable).iterator({ destroyOnReturn: false }));
  };
  server.removeContentTypeParser('application/json');
  server.addContentTypeParser('application/json', stream('array'));
  server.addContentTypeParser('application/x-ndjson', stream('lines'));
}

/** Compressed bodies are refused: a small one could decompress to any size. */
function refuseEncoded({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() === 'identity') return;
  throw new Rejection('unsupported_media_type', 'Content-Encoding: send the body uncompressed');
}
