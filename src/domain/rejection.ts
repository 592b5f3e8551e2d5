/** Everything the vault can answer "no" with. The HTTP status of each is in `http/answers/problem.ts`. */
export type RejectionCode =
  | 'invalid_payload'
  | 'invalid_parameter'
  | 'invalid_query'
  | 'missing_credential'
  | 'invalid_admin_key'
  | 'invalid_session'
  | 'invalid_invite'
  | 'used_invite'
  | 'expired_invite'
  | 'forbidden'
  | 'invalid_hive_key'
  | 'forbidden_origin'
  | 'forbidden_host'
  | 'not_found'
  | 'method_not_allowed'
  | 'session_ended'
  | 'conflict'
  | 'idempotency_mismatch'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'rate_limited'
  | 'not_ready'
  | 'overloaded';

/** One thing wrong with an input: a JSON Pointer (RFC 6901) and what to do about it. */
export interface FieldError {
  readonly path: string;
  readonly message: string;
}

/** A wish that is refused and changes nothing. `message` is meant for the caller to read. */
export class Rejection extends Error {
  readonly code: RejectionCode;
  readonly errors: readonly FieldError[] | undefined;

  constructor(code: RejectionCode, detail: string, errors?: readonly FieldError[]) {
    super(detail);
    this.name = 'Rejection';
    this.code = code;
    this.errors = errors;
  }
}
