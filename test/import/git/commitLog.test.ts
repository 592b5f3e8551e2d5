import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Commit, commitsIn } from '../../../src/import/git/commitLog.js';
import { runs } from '../../support/depth.js';

/** What Git prints for some commits. */
function printed(commits: readonly Commit[]): Buffer {
  return Buffer.concat(
    commits.map(({ hash, author, email, at, message, files }) =>
      Buffer.from(
        `\0${[hash, author, email, at / 1000, message].join('\0')}\0${files.map((file, i) => `${i === 0 ? '\n' : ''}${file}\0`).join('')}`,
      ),
    ),
  );
}

async function* cutAt(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += size)
    yield bytes.subarray(start, start + size);
}

async function all(output: AsyncIterable<Buffer>): Promise<Commit[]> {
  const commits: Commit[] = [];
  for await (const commit of commitsIn(output)) commits.push(commit);
  return commits;
}

const text = (minLength: number) =>
  fc.string({
    unit: fc.constantFrom('a', '\n', ' ', 'é', '🙂', '\u0001', '"'),
    minLength,
    maxLength: 9,
  });
const COMMITS = fc.array(
  fc.record({
    hash: fc.stringMatching(/^[0-9a-f]{40}$/),
    author: text(0),
    email: text(0),
    at: fc.integer({ min: -1e9, max: 1e9 }).map((seconds) => seconds * 1000),
    message: text(0),
    files: fc.array(text(1), { maxLength: 4 }),
  }),
  { maxLength: 5 },
);

test('commits come out as they are, however they are cut', async () => {
  await fc.assert(
    fc.asyncProperty(COMMITS, fc.integer({ min: 1, max: 50 }), async (commits, size) => {
      expect(await all(cutAt(printed(commits), size))).toEqual(commits);
    }),
    { numRuns: runs(200, 2_000) },
  );
});

test('of a long message and of many files, the start is kept', async () => {
  const files = Array.from({ length: 80 }, (_, i) => `${i}`);
  const commit = { hash: 'a', author: 'b', email: 'c', at: 0, message: 'x'.repeat(1e6), files };
  const [first, second] = await all(cutAt(printed([commit, commit]), 65_536));
  expect(first?.message).toBe('x'.repeat(65_536));
  expect(first?.files).toEqual(files.slice(0, 51));
  expect(second).toEqual(first);
});

test('what is not in UTF-8 is replaced', async () => {
  const [commit] = await all(
    cutAt(Buffer.from('\0a\0Jos\xe9\0c\x000\0caf\xe9\0\n\xff.ts\0', 'latin1'), 7),
  );
  expect(commit).toMatchObject({ author: 'Jos\uFFFD', message: 'caf\uFFFD', files: ['\uFFFD.ts'] });
});
