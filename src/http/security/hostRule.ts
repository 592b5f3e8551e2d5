import type { FastifyRequest } from 'fastify';
import { type Host, isLoopbackName, parseHost } from '../../domain/host.js';
import { Rejection } from '../../domain/rejection.js';

/**
 * Refuses requests that were not meant for this service by name. A page whose own name was made to point
 * here (DNS rebinding) is of the same origin as we are, and only its Host gives it away.
 */
export function hostRule(allowed: readonly Host[]): (request: FastifyRequest) => void {
  return (request) => {
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
  };
}

/** Node keeps the first of several; here several are as bad as none. */
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
