import { execFileSync } from 'node:child_process';

/** Makes a named pipe: whoever opens it to read waits until somebody opens it to write. */
export function makePipe(file: string): void {
  execFileSync('mkfifo', [file]);
}
