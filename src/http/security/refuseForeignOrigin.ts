import type { FastifyRequest } from 'fastify';
import { Rejection } from '../../domain/rejection.js';

const CHANGES_NOTHING = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Refuses changes by pages of other origins. CORS alone would keep such a page from reading the answer, but not from
 * sending the request. Programs that are no browsers send neither of the two headers.
 */
export function refuseForeignOrigin({ method, headers }: FastifyRequest, corsOrigin: string): void {
  if (CHANGES_NOTHING.includes(method)) return;
  const { origin, host } = headers;
  const ours = [corsOrigin, `http://${host}`, `https://${host}`];
  if (origin === undefined ? isOurSite(headers['sec-fetch-site']) : ours.includes(origin)) return;
  throw new Rejection(
    'forbidden_origin',
    'web pages of this origin may not change anything here (VAULT_CORS_ORIGIN names the one that may)',
  );
}

/** `same-site` is not enough: every port of localhost is the same site (W3C Fetch Metadata). */
function isOurSite(site: string | string[] | undefined): boolean {
  return site === undefined || site === 'same-origin' || site === 'none';
}
