import { type ProblemCode, STATUSES } from '../answers/problem.js';
import {
  type Access,
  ALWAYS_ANSWERED,
  accessTo,
  type Route,
  readsViews,
  takesKey,
} from '../route.js';

/** The problems of every operation. */
const EVERYWHERE: readonly ProblemCode[] = [
  // For a header, or a credential in the query string.
  'invalid_parameter',
  'forbidden_host',
  'rate_limited',
  'internal_error',
];

/** The problems of every change, also without a body schema: a body is parsed before it turns out to be unwanted. */
const CHANGES: readonly ProblemCode[] = [
  'forbidden_origin',
  'invalid_payload',
  'payload_too_large',
  'unsupported_media_type',
];

/** A wrong credential is refused even when none is needed. */
const WRONG = ['missing_credential', 'invalid_session', 'invalid_admin_key'] as const;
const CREDENTIALS = {
  public: [],
  data: WRONG,
  credential: WRONG,
  member: WRONG,
  admin: [...WRONG, 'forbidden'],
  hub: ['missing_credential', 'invalid_hive_key', 'not_found'],
} as const satisfies Record<Access, readonly ProblemCode[]>;

// The cast restores what Object.keys loses: these are all the codes.
const CODES = Object.keys(STATUSES) as readonly ProblemCode[];

/** The problems that a route may answer, by HTTP status. */
export function refusalsOf(route: Route): ReadonlyMap<number, readonly ProblemCode[]> {
  const codes = codesOf(route);
  return byStatus((code) => codes.has(code));
}

/** The codes that are wanted, by HTTP status. */
export function byStatus(
  wanted: (code: ProblemCode) => boolean,
): ReadonlyMap<number, readonly ProblemCode[]> {
  const found = new Map<number, readonly ProblemCode[]>();
  for (const code of CODES.filter(wanted)) {
    const status = STATUSES[code];
    found.set(status, [...(found.get(status) ?? []), code]);
  }
  return found;
}

function codesOf(route: Route): ReadonlySet<ProblemCode> {
  const changes = route.method !== 'GET';
  const acts = changes || route.act !== undefined;
  return new Set<ProblemCode>([
    ...(route.errors ?? []),
    ...CREDENTIALS[accessTo(route)],
    ...(changes ? CHANGES : []),
    ...(takesKey(route) ? (['idempotency_mismatch'] as const) : []),
    ...(acts || readsViews(route) ? (['not_ready'] as const) : []),
    ...(ALWAYS_ANSWERED.includes(route.path) ? [] : (['overloaded'] as const)),
    ...EVERYWHERE,
  ]);
}
