import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from './temporaryDirectory.js';

/** Programs that write down how they were called. */
export interface RecordingPrograms {
  /** The directory to put on PATH. */
  readonly bin: string;
  /** What was called so far, one line a call. */
  calls(): readonly string[];
}

/**
 * Programs by their names. Each is the body of a shell script, which runs after the call was written down.
 * Only names without special characters.
 */
export function recordingPrograms(bodies: Readonly<Record<string, string>>): RecordingPrograms {
  const directory = temporaryDirectory();
  const bin = join(directory, 'bin');
  const record = join(directory, 'calls');
  mkdirSync(bin);
  for (const [name, body] of Object.entries(bodies)) {
    const text = `#!/bin/sh\nprintf '%s\\n' "${name} $*" >> '${record}'\n${body}\n`;
    writeFileSync(join(bin, name), text, { mode: 0o755 });
  }
  return {
    bin,
    calls: () => (existsSync(record) ? readFileSync(record, 'utf8').trimEnd().split('\n') : []),
  };
}
