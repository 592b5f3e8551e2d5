import { type DiagnosticCode, entryOf, type Level } from './catalogue.js';
import { type About, type Diagnostic, diagnosticOf } from './diagnostic.js';

/** One line for whoever runs the vault, and whatever numbers belong to it. */
export interface Line extends About {
  readonly level: Level;
  readonly code: DiagnosticCode;
  readonly msg: string;
  /** How often it has happened since the last line about it; for `condition_over`, in all. */
  readonly times?: number;
  /** For `condition_over`: what is over, and how long it lasted. */
  readonly condition?: DiagnosticCode;
  readonly seconds?: number;
  /** The error of an `internal_error`, with its stack. */
  readonly err?: unknown;
}

export type WriteLine = (line: Line) => void;

/** A state that lasts, such as a full disk. */
export interface Condition {
  readonly diagnostic: Diagnostic;
  /** How long it has lasted, in seconds. */
  readonly seconds: number;
  /** Seconds since it was last met. */
  readonly quietSeconds: number;
}

/**
 * Tells whoever runs the vault what happens, without a flood: what happens again within a minute is counted, and said
 * once a minute with that number.
 */
export interface Reporter {
  /** Says that something happened. */
  report(error: unknown): void;
  /** Says something that is no error. */
  say(code: DiagnosticCode, msg: string, more?: Partial<Line>): void;
  /** Says that a state begins. Nothing is said while it lasts. */
  raise(diagnostic: Diagnostic): void;
  /** Says that a state begins, or counts that it was met again: a save was refused for it. */
  meet(diagnostic: Diagnostic): void;
  /** Says that a state is over, if it was raised. */
  clear(code: DiagnosticCode): void;
  /** The states that last now. */
  conditions(): readonly Condition[];
  /** To be called every few seconds: says what was only counted. */
  tick(): void;
}

const MINUTE_MS = 60_000;

interface Told {
  readonly diagnostic: Diagnostic;
  /** When it was last written, and how often it happened since. */
  saidAt: number;
  unsaid: number;
}

interface Raised {
  readonly diagnostic: Diagnostic;
  readonly since: number;
  metAt: number;
  times: number;
}

/** A reporter that writes lines with `write`. `now` gives milliseconds since any moment. */
export function reporter(write: WriteLine, now: () => number = () => performance.now()): Reporter {
  const told = new Map<string, Told>();
  const raised = new Map<DiagnosticCode, Raised>();

  function tell(diagnostic: Diagnostic): void {
    const key = keyOf(diagnostic);
    const known = told.get(key);
    if (known) known.unsaid += 1;
    else {
      told.set(key, { diagnostic, saidAt: now(), unsaid: 0 });
      write(lineOf(diagnostic));
    }
  }

  function raise(diagnostic: Diagnostic): void {
    const { code } = diagnostic;
    if (raised.has(code)) return;
    raised.set(code, { diagnostic, since: now(), metAt: now(), times: 0 });
    tell(diagnostic);
  }

  return {
    report: (error) => tell(diagnosticOf(error)),
    say: (code, msg, more) => write({ ...more, level: entryOf(code).level, code, msg }),
    raise,
    meet(diagnostic) {
      const known = raised.get(diagnostic.code);
      if (known) tell(diagnostic);
      else raise(diagnostic);
      const met = raised.get(diagnostic.code);
      if (met) Object.assign(met, { metAt: now(), times: met.times + 1 });
    },
    clear(code) {
      const over = raised.get(code);
      if (!over) return;
      raised.delete(code);
      // It began within a minute of the last time and was only counted: its end is not said either.
      if ((told.get(keyOf(over.diagnostic))?.saidAt ?? 0) < over.since) return;
      const { file } = over.diagnostic;
      const msg = `this is over: ${over.diagnostic.message}`;
      const seconds = Math.round((now() - over.since) / 1000);
      const times = over.times > 0 ? over.times : undefined;
      write({ level: 'info', code: 'condition_over', msg, condition: code, seconds, times, file });
    },
    conditions: () =>
      [...raised.values()].map(({ diagnostic, since, metAt }) => ({
        diagnostic,
        seconds: (now() - since) / 1000,
        quietSeconds: (now() - metAt) / 1000,
      })),
    tick() {
      for (const [key, one] of told) {
        if (now() - one.saidAt < MINUTE_MS) continue;
        // What has not happened again may be said at once the next time.
        if (one.unsaid === 0 && !raised.has(one.diagnostic.code)) told.delete(key);
        else if (one.unsaid > 0) {
          write({ ...lineOf(one.diagnostic), times: one.unsaid });
          Object.assign(one, { saidAt: now(), unsaid: 0 });
        }
      }
    },
  };
}

/** What counts as the same thing again. Of a condition the numbers in its message change; all else is told by its message. */
function keyOf({ code, file = '', message }: Diagnostic): string {
  return entryOf(code).condition === undefined ? `${code} ${file} ${message}` : `${code} ${file}`;
}

/** A diagnostic as a line. */
export function lineOf(diagnostic: Diagnostic): Line {
  const { level, code, message, file, setting, next, cause } = diagnostic;
  // Only of an unknown error: of the others, code and file say it.
  const err = code === 'internal_error' ? cause : undefined;
  return { level, code, msg: message, file, setting, next, err };
}
