import { type ProblemCode, STATUSES } from '../../src/http/answers/problem.js';
import { markdownTable } from '../../tools/markdownTable.js';

/** When a request is refused with a code, what its sender does, and whether this can happen to a save. */
type Row = readonly [when: string, todo: string, ofSave: boolean];

const MEND = 'mend it: the same request is refused again';

const REFUSALS: Readonly<Record<ProblemCode, Row>> = {
  invalid_payload: [
    'the body is no JSON, or a member of it is missing, unknown or wrong',
    `read \`errors\`; ${MEND}`,
    true,
  ],
  invalid_parameter: [
    'a parameter, a path or a header such as `Idempotency-Key` is unknown or wrong',
    `read \`detail\`; ${MEND}`,
    true,
  ],
  invalid_query: ['the words of a search are blank', MEND, false],
  missing_credential: [
    'the vault asks for a credential, or `Authorization` holds none',
    'send one, or leave the header out where none is asked for',
    true,
  ],
  invalid_admin_key: ["the owner's key is another one", 'read `admin.key` again', true],
  invalid_session: [
    'a login or token ended, was revoked or is unknown',
    'log in again, or make another token',
    true,
  ],
  invalid_invite: ['an invite is unknown or was revoked', 'ask for another invite', false],
  used_invite: ['somebody has used the invite', 'ask for another invite', false],
  expired_invite: ['the invite is too old', 'ask for another invite', false],
  invalid_hive_key: [
    'the key of a hive is unknown or was revoked',
    'ask whoever runs the hive',
    false,
  ],
  forbidden: [
    'the caller may not do this: its scope, its projects, its team or who wrote the thing',
    'use another credential; `detail` names what is missing',
    true,
  ],
  forbidden_origin: ['a web page of another origin asks', 'set `VAULT_CORS_ORIGIN`', true],
  forbidden_host: ['the `Host` is no name of the service', 'set `VAULT_ALLOWED_HOSTS`', true],
  not_found: [
    'there is no such thing, or the caller may not see it',
    'of a save: mend `supersedes`',
    true,
  ],
  method_not_allowed: ['the path takes other methods', 'read `Allow`', false],
  session_ended: [
    'a session that has ended is ended again with another summary',
    'begin another session',
    false,
  ],
  conflict: ['what is there already contradicts the request', 'read it again, then decide', true],
  forgotten: [
    'the thing, or what this `Idempotency-Key` stored, was forgotten',
    'drop it; a new key stores it all the same',
    true,
  ],
  payload_too_large: [
    'the body is too large; the service may close the connection while it is sent',
    'send less',
    true,
  ],
  unsupported_media_type: [
    '`Content-Type` is not one that the path takes',
    'send `application/json`',
    true,
  ],
  idempotency_mismatch: [
    'this `Idempotency-Key` came with another request before',
    'take a new key',
    true,
  ],
  rate_limited: [
    'too many requests a minute, or too many wrong credentials',
    'send it again after `Retry-After`',
    true,
  ],
  internal_error: ['the service has a fault', 'report it with `request_id`', true],
  not_ready: [
    'the service starts or stops, or a file or another node holds it up',
    'send it again after `Retry-After`',
    true,
  ],
  overloaded: ['too much is waiting', 'send it again after `Retry-After`', true],
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
