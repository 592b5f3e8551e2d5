import { Diagnostic, diagnosticOf } from '../diagnostics/diagnostic.js';
import { Rejection } from '../domain/rejection.js';

/** What no waiting mends. */
const FOR_A_PERSON = ['clock_jumped', 'log_damaged', 'log_file_gone'];

/** Nothing can be written now, for a reason that will pass or that somebody has to remove: nothing was written. */
export class LogRefused extends Rejection {
  /** `detail` is for the caller of the request, `diagnostic` for whoever runs the vault. */
  constructor(
    detail: string,
    readonly diagnostic: Diagnostic,
  ) {
    super('not_ready', detail);
    this.cause = diagnostic;
    this.needsPerson = FOR_A_PERSON.includes(diagnostic.code);
  }
}

/** The engine broke off while a batch was written, and did not say in time whether it was. Ask the caller to repeat the request. */
export class LogUncertain extends Rejection {
  constructor() {
    super(
      'not_ready',
      'the shared log does not answer: whether this was stored is not known. Send it again with the same ' +
        'Idempotency-Key, to any node',
    );
  }
}

/** The engine failed in a way that makes every later success doubtful: stop the process. */
export class LogBroken extends Diagnostic {
  constructor(cause: Error) {
    const { message, file } = diagnosticOf(cause);
    super('log_broken', `the log can no longer be written safely: ${message}`, { cause, file });
    this.name = 'LogBroken';
  }
}
