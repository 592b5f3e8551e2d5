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
