import { DIAGNOSTICS, type DiagnosticCode, type Level } from './catalogue.js';

/** What a diagnostic is about, for those who read it by a program. */
export interface About {
  /** Absolute path of the file or directory that is concerned. */
  readonly file?: string | undefined;
  /** Name of the setting (`VAULT_…`) or option (`--…`) that is concerned. */
  readonly setting?: string | undefined;
}

/**
 * Something that whoever runs the vault has to know: a fault of its files or its surroundings. `code` is stable and
 * listed in docs/operations.md. `message` says what is the case and names what it concerns; `next` says what to do.
 */
export class Diagnostic extends Error {
  readonly code: DiagnosticCode;
  readonly file: string | undefined;
  readonly setting: string | undefined;

  constructor(
    code: DiagnosticCode,
    message: string,
    { file, setting, ...options }: About & ErrorOptions = {},
  ) {
    super(message, options);
    this.name = 'Diagnostic';
    this.code = code;
    this.file = file;
    this.setting = setting;
  }

  get level(): Level {
    return DIAGNOSTICS[this.code].level;
  }

  get next(): string {
    return DIAGNOSTICS[this.code].next;
  }
}

/**
 * Any error as a diagnostic. One that crossed from a thread is a plain error and keeps its code, file and setting; one
 * that nobody foresaw is an `internal_error`.
 */
export function diagnosticOf(error: unknown): Diagnostic {
  if (error instanceof Diagnostic) return error;
  if (!(error instanceof Error)) return new Diagnostic('internal_error', String(error));
  const { code, file, setting } = error as Error & { code?: unknown } & About;
  if (!isCode(code)) return new Diagnostic('internal_error', error.message, { cause: error });
  return new Diagnostic(code, error.message, { file, setting, cause: error });
}

function isCode(code: unknown): code is DiagnosticCode {
  return typeof code === 'string' && Object.hasOwn(DIAGNOSTICS, code);
}
