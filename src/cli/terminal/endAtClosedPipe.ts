import { EXIT } from './failed.js';

/** From now on, this process ends with 0 when the reader of a pipe has seen enough (`| head`). */
export function endAtClosedPipe(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error) => {
      if ('code' in error && error.code === 'EPIPE') process.exit(EXIT.done);
      throw error;
    });
}
