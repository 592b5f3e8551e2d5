import { Diagnostic, diagnosticOf } from '../../diagnostics/diagnostic.js';
import { type Place, placeOf } from '../../files/filePlace.js';
import { LogRefused } from '../logFailures.js';

const WORDS = {
  gone: 'was deleted or moved away',
  replaced: 'was replaced by another file',
} as const satisfies Record<Exclude<Place, 'there'>, string>;

/**
 * Watches whether the log that was opened is still the one with that name, and so is its write-ahead log, which exists
 * as long as the log is open. What is written into a deleted file goes with the process, so nothing may be acknowledged
 * then. The function gives the reason to refuse, if there is one.
 */
export function logPlace(file: string): () => LogRefused | undefined {
  const names = [file, `${file}-wal`].map((name) => ({ name, look: placeOf(name) }));
  return () => {
    for (const { name, look } of names) {
      try {
        const place = look();
        if (place !== 'there') return goneFrom(name, `${name} ${WORDS[place]}`);
      } catch (error) {
        return goneFrom(name, diagnosticOf(error).message);
      }
    }
    return undefined;
  };
}

function goneFrom(file: string, what: string): LogRefused {
  return new LogRefused(
    'the files of the log are no longer where the service opened them: nothing was stored',
    new Diagnostic('log_file_gone', `${what} while the service runs: saves are refused`, { file }),
  );
}
