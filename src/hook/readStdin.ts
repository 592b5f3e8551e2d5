import { decodeText } from '../domain/decodeText.js';

/** More than any message of an agent; what comes after it is not read. */
const MAX_BYTES = 8_388_608;

/** Of an agent that writes a whole message and leaves standard input open: so long after its last byte, it is taken as it is. */
const QUIET_MS = 200;
/** Of one that writes none. */
const LONGEST_MS = 1_000;

/**
 * Standard input up to its end, or what has come of it: once it is quiet and `isWhole`, or after a second. Nothing of a
 * terminal, where nobody writes.
 */
export function readStdin(isWhole: (text: string) => boolean): Promise<string> {
  const { stdin } = process;
  if (stdin.isTTY) return Promise.resolve('');
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const until = performance.now() + LONGEST_MS;
    const text = () => {
      const all = Buffer.concat(chunks);
      // A hook does what it can also with a letter that it cannot read.
      return decodeText(all) ?? all.toString('utf8');
    };
    const done = () => {
      clearInterval(timer);
      stdin
        .removeAllListeners()
        .on('error', () => {})
        .pause();
      resolve(text());
    };
    const look = () => {
      const before = bytes;
      // Timers come before what has arrived: on a busy machine, all of it may wait behind this one.
      setImmediate(() =>
        setImmediate(() => {
          if (bytes !== before) return;
          if (performance.now() >= until || (bytes > 0 && isWhole(text()))) done();
        }),
      );
    };
    const timer = setInterval(look, QUIET_MS);
    stdin.on('data', (chunk: Buffer) => {
      timer.refresh();
      bytes += chunk.length;
      if (bytes <= MAX_BYTES) chunks.push(chunk);
    });
    stdin.once('end', done).once('error', done);
  });
}
