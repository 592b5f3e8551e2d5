/** All reasons for which the vault refuses a request. `http/answers/problem.ts` has the HTTP status of each. */
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
  | 'forgotten'
  | 'idempotency_mismatch'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'rate_limited'
  | 'not_ready'
  | 'overloaded';

/** One error in an input: a JSON Pointer (RFC 6901) and how to fix it. */
export interface FieldError {
  readonly path: string;
  readonly message: string;
}

/** Thrown when a request is refused; nothing has changed then. `message` is written for the caller. */
export class Rejection extends Error {
  readonly code: RejectionCode;
  readonly errors: readonly FieldError[] | undefined;
  /** Whether trying again is of no use before a person has done something about it. */
  needsPerson = false;

  constructor(code: RejectionCode, detail: string, errors?: readonly FieldError[]) {
    super(detail);
    this.name = 'Rejection';
    this.code = code;
    this.errors = errors;
  }
}
