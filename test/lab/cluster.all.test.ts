import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { findPostgres, HOW_TO_GET_POSTGRES } from '../../tools/postgres.mjs';
import { type Program, runProgram } from '../support/program.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

const LAB = fileURLToPath(new URL('../../lab/lab.ts', import.meta.url));
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const postgres = findPostgres();
const missing = postgres ? '' : ` (skipped: ${HOW_TO_GET_POSTGRES})`;

/** The cluster that somebody has started in a directory, and the addresses and processes of its nodes. */
async function started(directory: string) {
  const program = runProgram(
    process.execPath,
    ['--import', 'tsx', LAB, 'cluster', '--data', directory],
    {
      cwd: ROOT,
    },
  );
  await program.line(/(q {5}ends all)/);
  const found = [...program.output().matchAll(/^node \d: (\S+) \(pid (\d+)\)$/gm)];
  return {
    program,
    urls: found.map(([, url = '']) => url),
    pids: found.map(([, , pid]) => Number(pid)),
  };
}

const type = ({ process: { stdin } }: Program, line: string) => void stdin?.write(`${line}\n`);

const note = (content: string) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ title: 'played', content, type: 'learning', project: 'play' }),
});

async function save(url: string | undefined, content: string): Promise<string> {
  const answer = await fetch(`${url}/api/v1/observations`, note(content));
  expect(answer.status).toBe(200);
  return answer.headers.get('x-log-position') ?? '';
}

async function search(url: string | undefined, word: string, position = '1'): Promise<number> {
  const headers = { 'x-min-position': position };
  const answer = await fetch(`${url}/api/v1/search?q=${word}`, { headers });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as unknown[]).length;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test.skipIf(!postgres)(
  `what one node of the cluster to play with saves, another one finds, also after a kill and a new start${missing}`,
  async () => {
    const directory = temporaryDirectory();
    const first = await started(directory);
    const [one, two, three] = first.urls;
    expect(await search(two, 'walrus', await save(one, 'the walrus'))).toBe(1);
    type(first.program, 'k 3');
    await first.program.line(/(node 3 was killed)/);
    await expect(fetch(`${three}/healthz`)).rejects.toThrow();
    expect(await search(one, 'otter', await save(two, 'the otter'))).toBe(1);
    type(first.program, 'q');
    expect(await first.program.ended).toEqual({ code: 0, signal: null });
    expect(first.pids.filter(isAlive)).toEqual([]);

    const second = await started(directory);
    expect(await search(second.urls[2], 'otter', '2')).toBe(1);
    second.program.process.kill('SIGINT');
    expect((await second.program.ended).code).toBe(130);
    expect(second.pids.filter(isAlive)).toEqual([]);
  },
);
