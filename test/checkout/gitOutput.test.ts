import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gitOutput } from '../../src/checkout/git.js';
import { commitAll, emptyRepository, git, write } from '../support/gitRepository.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

const { signal: NEVER } = new AbortController();

async function printed(root: string, limit: AbortSignal, ...args: string[]): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of gitOutput(root, limit, args)) parts.push(part);
  return Buffer.concat(parts);
}

test('what Git prints comes piece by piece, however long and whatever it holds', async () => {
  const root = emptyRepository();
  const bytes = Buffer.alloc(8 * 1024 * 1024, '\0\xff\n', 'latin1');
  write(root, 'a', bytes);
  commitAll(root);
  const blob = git(root, 'rev-parse', 'HEAD:a');
  expect((await printed(root, NEVER, 'cat-file', 'blob', blob)).equals(bytes)).toBe(true);
  for await (const part of gitOutput(root, NEVER, ['cat-file', 'blob', blob])) {
    expect(part.length).toBeLessThan(bytes.length);
    break;
  }
});

test('where it refuses, it says why', async () => {
  await expect(printed(temporaryDirectory(), NEVER, 'log')).rejects.toThrow(/not a git repository/);
});

test('it stops at its limit', async () => {
  const printing = printed(emptyRepository(), AbortSignal.abort(), 'cat-file', '--batch');
  await expect(printing).rejects.toThrow('it took too long');
});

test('it says everything in English', async () => {
  const folder = temporaryDirectory();
  writeFileSync(join(folder, 'git'), '#!/bin/sh\necho "$LC_ALL"\n', { mode: 0o755 });
  const env = { PATH: folder, LC_ALL: 'de_DE.UTF-8' };
  for await (const said of gitOutput(folder, NEVER, [], env)) expect(said.toString()).toBe('C\n');
  expect.assertions(1);
});
