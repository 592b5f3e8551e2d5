import { decodeText } from '../domain/decodeText.js';

/** More than any message of an agent; what comes after it is not read. */
const MAX_BYTES = 8_388_608;

/** Standard input up to its end, or what has come of it within `waitMs`. Nothing of a terminal, where nobody writes. */
export function readStdin(waitMs: number): Promise<string> {
  const { stdin } = process;
  if (stdin.isTTY) return Promise.resolve('');
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const done = () => {
      clearTimeout(timer);
      stdin
        .removeAllListeners()
        .on('error', () => {})
        .pause();
      const all = Buffer.concat(chunks);
      // A hook does what it can also with a letter that it cannot read.
      resolve(decodeText(all) ?? all.toString('utf8'));
    };
    const timer = setTimeout(done, waitMs);
    stdin.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= MAX_BYTES) chunks.push(chunk);
    });
    stdin.once('end', done).once('error', done);
  });
}
