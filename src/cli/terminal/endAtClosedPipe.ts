import { faultOf } from '../../diagnostics/fault.js';
import { EXIT } from './failed.js';

/** The streams that are watched. */
const watched = new WeakSet<NodeJS.WriteStream>();

/**
 * From now on, this process ends with 0 when the reader of a pipe has seen enough (`| head`), and with `failed` and a sentence
 * when its output can no longer be written, as on a full disk. What cannot be said on standard error is left unsaid.
 */
export function endAtClosedPipe(failed: number = EXIT.failed): void {
  const { stdout, stderr } = process;
  for (const stream of [stdout, stderr]) {
    if (watched.has(stream)) continue;
    watched.add(stream);
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(EXIT.done);
      if (stream === stderr) return;
      console.error(`memory-vault: the output could not be written: ${reasonOf(error)}`);
      process.exit(failed);
    });
  }
}

function reasonOf({ code }: NodeJS.ErrnoException): string {
  const place = 'the file or terminal that it goes to';
  return faultOf(code)?.say(place) ?? `${place} takes nothing more`;
}
