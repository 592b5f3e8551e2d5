import { type ProblemCode, STATUSES } from '../../src/http/answers/problem.js';
import { markdownTable } from '../../tools/markdownTable.js';

/** When a request is refused with a code, what its sender does, and whether this can happen to a save. */
type Row = readonly [when: string, todo: string, ofSave: boolean];

const MEND = 'correct the request: unchanged, it is refused again';

const REFUSALS: Readonly<Record<ProblemCode, Row>> = {
  invalid_payload: [
    'the body is not JSON, or a member of it is missing, unknown or wrong',
    `read \`errors\`; ${MEND}`,
    true,
  ],
  invalid_parameter: [
    'a parameter, a path or a header such as `Idempotency-Key` is unknown or wrong',
    `read \`detail\`; ${MEND}`,
    true,
  ],
  invalid_query: ['the search has no words', MEND, false],
  missing_credential: [
    'the vault needs a credential, or `Authorization` has none',
    'send a credential; leave the header out if the vault needs none',
    true,
  ],
  invalid_admin_key: ["the owner's key is wrong", 'read `admin.key` again', true],
  invalid_session: [
    'the login or token has ended, was revoked or is unknown',
    'log in again, or make another token',
    true,
  ],
  invalid_invite: ['the invite is unknown or was revoked', 'ask for another invite', false],
  used_invite: ['the invite was used already', 'ask for another invite', false],
  expired_invite: ['the invite has expired', 'ask for another invite', false],
  invalid_hive_key: [
    'the key of the hive is unknown or was revoked',
    'ask the owner of the hub for a key',
    false,
  ],
  forbidden: [
    'the credential does not allow this: its scope, projects, team or member is not the right one',
    'read `detail`; use another credential',
    true,
  ],
  forbidden_origin: [
    'the request comes from a web page of another origin',
    'set `VAULT_CORS_ORIGIN` to the origin of the page',
    true,
  ],
  forbidden_host: [
    'the `Host` is not a name of the service',
    'add the name to `VAULT_ALLOWED_HOSTS`',
    true,
  ],
  not_found: [
    'the thing does not exist, or the caller may not see it',
    'check the id; for a save, correct `supersedes`',
    true,
  ],
  method_not_allowed: ['the path does not allow this method', 'use a method in `Allow`', false],
  session_ended: [
    'the session has ended already, with another summary',
    'start another session',
    false,
  ],
  conflict: [
    'the request contradicts the current state; for a save: its `supersedes` is the end of the ids of several notes',
    'read the thing again, then decide; for a save, send the whole id',
    true,
  ],
  forgotten: [
    'the thing, or what this `Idempotency-Key` stored, was forgotten',
    'drop the request, or send it with a new key to store it anyway',
    true,
  ],
  payload_too_large: [
    'the body is too large; the service may close the connection while it is sent',
    'send less',
    true,
  ],
  unsupported_media_type: [
    'the path does not accept this `Content-Type`',
    'send `application/json`',
    true,
  ],
  idempotency_mismatch: ['another request had this `Idempotency-Key`', 'use a new key', true],
  rate_limited: [
    'too many requests a minute, or too many wrong credentials',
    'send it again after `Retry-After`',
    true,
  ],
  internal_error: [
    'the service has a fault; the request may have changed something',
    'report it with `request_id`; do not repeat it automatically',
    true,
  ],
  not_ready: [
    'the service starts or stops, or waits for a file or another node',
    'send it again after `Retry-After`; without it, tell whoever runs the vault',
    true,
  ],
  overloaded: ['too many requests are waiting', 'send it again after `Retry-After`', true],
};

/** Every code of a refusal, by its status. */
export const refusalsTable = (): string =>
  markdownTable(
    ['status', 'code', 'when', 'what to do', 'a save'],
    // Object.entries forgets that these are the codes.
    (Object.entries(REFUSALS) as [ProblemCode, Row][])
      .sort(([one], [other]) => STATUSES[one] - STATUSES[other])
      .map(([code, [when, todo, ofSave]]) => [
        String(STATUSES[code]),
        `\`${code}\``,
        when,
        todo,
        ofSave ? '✓' : '',
      ]),
  );
