import type { FastifyRequest } from 'fastify';
import { Rejection } from '../../domain/rejection.js';

/**
 * The credential in `Authorization: Bearer …`; undefined without that header. Throws `missing_credential` for another scheme,
 * which holds no credential of ours, and for more than one such header: of these, a proxy may have checked another one.
 */
export function bearerToken({ raw }: FastifyRequest): string | undefined {
  const { rawHeaders } = raw;
  const isValue = (i: number) =>
    i % 2 === 1 && rawHeaders[i - 1]?.toLowerCase() === 'authorization';
  const [given, another] = rawHeaders.filter((_, i) => isValue(i));
  if (given === undefined) return undefined;
  const token = /^Bearer /i.test(given) ? given.slice('Bearer '.length).trim() : '';
  if (token !== '' && another === undefined) return token;
  throw new Rejection(
    'missing_credential',
    "Authorization: must be sent once, as Bearer and a session token or the owner's key; no other scheme is known here",
  );
}
