import type { FastifyRequest } from 'fastify';
import { Rejection } from '../../domain/rejection.js';

const CHANGES_NOTHING = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Refuses changes by pages of other origins. CORS alone would keep such a page from reading the answer, but not from
 * sending the request. Programs that are no browsers send neither of the two headers.
 */
export function refuseForeignOrigin(
  { method, headers }: FastifyRequest,
  corsOrigin: string | undefined,
): void {
  if (CHANGES_NOTHING.includes(method)) return;
  const { origin, host } = headers;
  const ours = [corsOrigin, `http://${host}`, `https://${host}`];
  if (origin === undefined ? isOurSite(headers['sec-fetch-site']) : ours.includes(origin)) return;
  throw new Rejection(
    'forbidden_origin',
    'web pages of this origin may not change anything here (VAULT_CORS_ORIGIN names the one that may)',
  );
}

/**
 * Refuses to give data to pages of other origins. They could not read the answer, but its time and size say something, and a
 * link may lead to an export. Where a browser says nothing of itself, as over plain HTTP elsewhere, it sends what it always sent.
 */
export function refuseForeignReading(
  { headers }: FastifyRequest,
  corsOrigin: string | undefined,
): void {
  const { origin, 'sec-fetch-site': site } = headers;
  if (isOurSite(site) || (corsOrigin !== undefined && origin === corsOrigin)) return;
  throw new Rejection(
    'forbidden_origin',
    'web pages of this origin get no data here (VAULT_CORS_ORIGIN names the one that does): type the address, or open the page of the vault',
  );
}

/** `same-site` is not enough: every port of localhost is the same site (W3C Fetch Metadata). */
function isOurSite(site: string | string[] | undefined): boolean {
  return site === undefined || site === 'same-origin' || site === 'none';
}
