import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keptAt, OUTBOX_BYTES, OUTBOX_FILES, Outbox } from '../../src/hook/outbox.js';
import type { Waiting } from '../../src/hook/write.js';
import { hookMachine } from '../support/hookMachine.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

const note = (key: string, content = 'x'): Waiting => ({
  key,
  agent: 'codex',
  project: 'shop',
  sessionRef: 's1',
  act: { kind: 'note', title: 'x', content },
});

test('what waits is read as it was kept, oldest first, until it is removed', () => {
  const outbox = new Outbox(temporaryDirectory());
  expect(outbox.names()).toEqual([]);
  const second = outbox.add(note('b'), 2_000_000_000_000);
  const first = outbox.add(note('a'), 999_999_999_999);
  expect(outbox.names()).toEqual([first, second]);
  expect(outbox.read(second)).toEqual(note('b'));
  outbox.remove(second);
  outbox.remove(second);
  expect(outbox.names()).toEqual([first]);
  expect(outbox.read(second)).toBeUndefined();
});

test.each(['', 'no JSON', '[]', 'null', '{"key":"a"}', '{"key":"a","agent":"x","project":"p"}'])(
  'a file that is no write (%j) is put aside',
  (text) => {
    const outbox = new Outbox(temporaryDirectory());
    const name = outbox.add(note('a'), 1);
    writeFileSync(join(outbox.folder, name), text);
    expect(outbox.read(name)).toBeUndefined();
    expect(outbox.names()).toEqual([]);
    const [aside = ''] = readdirSync(outbox.folder);
    expect(readFileSync(join(outbox.folder, aside), 'utf8')).toContain('it is no write of a hook');
  },
);

test('a file that cannot be looked at holds up none', () => {
  const outbox = new Outbox(temporaryDirectory());
  const first = outbox.add(note('a'), 1);
  const loop = join(outbox.folder, '2-b.json');
  symlinkSync(loop, loop);
  const last = outbox.add(note('c'), 3);
  expect(outbox.names().filter((name) => outbox.read(name))).toEqual([first, last]);
});

test('what was put last comes behind all others, and its age stays', () => {
  const outbox = new Outbox(temporaryDirectory());
  const [first, second, third] = [1, 2, 3].map((now) => outbox.add(note(`k${now}`), now * 1_000));
  outbox.putLast(first ?? '', 4_000);
  expect(outbox.names()).toEqual([second, third, first]);
  expect(keptAt(first ?? '')).toBe(1_000);
});

test('why something was refused is read as it was said', () => {
  const outbox = new Outbox(temporaryDirectory());
  outbox.refuse(outbox.add(note('a'), 1), '400: "x"\nis wrong');
  const [name = ''] = outbox.refused();
  expect(outbox.reasonOf(name)).toBe('400: "x"\nis wrong');
});

test('too many files: the oldest go, and their number is known', () => {
  const outbox = new Outbox(temporaryDirectory());
  for (let i = 0; i < OUTBOX_FILES + 3; i += 1) outbox.add(note(`k${i}`), i);
  expect(outbox.names().length).toBe(OUTBOX_FILES);
  expect(outbox.read(outbox.names()[0] ?? '')?.key).toBe('k3');
  expect(outbox.dropped()).toBe(3);
  outbox.forgetDropped();
  expect(outbox.dropped()).toBe(0);
});

test('too many bytes: the oldest go, also those that were refused', () => {
  const outbox = new Outbox(temporaryDirectory());
  outbox.refuse(outbox.add(note('refused', 'x'.repeat(OUTBOX_BYTES / 2)), 0), 'no');
  for (let i = 1; i < 5; i += 1) outbox.add(note(`k${i}`, 'x'.repeat(OUTBOX_BYTES / 4)), i);
  expect(outbox.names().map((name) => outbox.read(name)?.key)).toEqual(['k2', 'k3', 'k4']);
  expect(readdirSync(outbox.folder).filter((name) => name.endsWith('.refused'))).toEqual([]);
  expect(outbox.dropped()).toBe(2);
});

test('a session says how much had to go', async () => {
  const { spool, run } = await hookMachine();
  const own = new Outbox(join(spool, '..'));
  for (let i = 0; i < OUTBOX_FILES + 3; i += 1) own.add(note(`k${i}`), i);
  const { answer } = await run('claude-code', 'session-start');
  expect(answer.systemMessage).toContain('3 older records were dropped');
  expect((await run('claude-code', 'session-start')).message).toBeUndefined();
});
