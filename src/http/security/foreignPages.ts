import type { FastifyRequest } from 'fastify';
import { type Host, isLoopbackName, parseHost } from '../../domain/host.js';
import { Rejection } from '../../domain/rejection.js';

/**
 * Refuses requests whose Host is no name of this service. With DNS rebinding, an attacker's page can point its own name
 * here and then has the same origin as the service; only its Host header differs.
 */
export function refuseForeignHost(request: FastifyRequest, allowed: readonly Host[]): void {
  const text = onlyHost(request.raw.rawHeaders);
  const host = text === undefined ? undefined : parseHost(text);
  if (!host) throw new Rejection('forbidden_host', 'Host: must be exactly one host name');
  if (!isLoopbackName(host.name) && !allowed.some((one) => names(one, host))) {
    throw new Rejection(
      'forbidden_host',
      `Host: this service does not answer to ${host.name} (VAULT_ALLOWED_HOSTS lists its names)`,
    );
  }
  const authority = authorityOf(request.originalUrl);
  if (authority !== undefined && authority !== text?.toLowerCase()) {
    throw new Rejection('forbidden_host', 'Host: must be the host in the request line');
  }
}

/** The only Host header; undefined for none or several. Node itself would keep the first of several. */
function onlyHost(rawHeaders: readonly string[]): string | undefined {
  const hosts = rawHeaders.filter((_, i) => rawHeaders[i - 1]?.toLowerCase() === 'host' && i % 2);
  return hosts.length === 1 ? hosts[0] : undefined;
}

function names(allowed: Host, { name, port }: Host): boolean {
  return allowed.name === name && (allowed.port === undefined || allowed.port === port);
}

/** The host in a request line in absolute form (RFC 9112, section 3.2.2). */
function authorityOf(url: string): string | undefined {
  return /^https?:\/\/([^/?#]*)/i.exec(url)?.[1]?.toLowerCase();
}

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
