import type { FastifyRequest } from 'fastify';
import { Rejection } from '../../domain/rejection.js';

/** The right header for a credential, by the names that callers may use in a query string. */
const HEADERS = new Map(
  Object.entries({
    admin_key: 'X-Admin-Key',
    x_admin_key: 'X-Admin-Key',
    session_token: 'X-Session-Token',
    x_session_token: 'X-Session-Token',
    access_token: 'Authorization',
    authorization: 'Authorization',
    bearer: 'Authorization',
    bearer_token: 'Authorization',
    hive_key: 'X-Hive-Key',
    x_hive_key: 'X-Hive-Key',
    api_key: 'X-Session-Token or X-Admin-Key',
    apikey: 'X-Session-Token or X-Admin-Key',
    token: 'X-Session-Token',
  }),
);

/** Refuses credentials in the query string, because proxies log it and browsers keep it in their history. */
export function refuseQueryCredentials({ query }: FastifyRequest): void {
  // The cast is safe: any query string parses to an object.
  for (const name of Object.keys(query as object)) {
    const header = HEADERS.get(name.toLowerCase().replaceAll('-', '_'));
    if (header === undefined) continue;
    throw new Rejection(
      'invalid_parameter',
      `${name}: the query string must not hold credentials: send it as the ${header} header. Replace it first: proxies may have logged it`,
    );
  }
}
