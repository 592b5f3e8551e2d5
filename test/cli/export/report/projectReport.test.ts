import { expect, test } from 'vitest';
import { reportData, reportText } from '../../../../src/cli/export/projectReport.js';
import type { ArchiveLine } from '../../../../src/domain/archive/archiveLine.js';

const idOf = (n: number) => `01KA5ZJ3M4T6V8X0Y2Z4A6${String(n).padStart(4, '0')}`;
const on = (day: number, minute = 30) => `2026-11-${String(day).padStart(2, '0')}T09:${minute}:00Z`;

const LINES: readonly ArchiveLine[] = [
  {
    record: 'session',
    id: idOf(1),
    project: 'Checkout',
    agent: 'pair-programmer',
    goal: 'Make payments retryable',
    started_at: on(10),
    ended_at: on(10, 55),
    state: 'ended',
    summary: 'Done:\n\n- one key for each order\n- a test',
  },
  {
    record: 'session',
    id: idOf(2),
    project: 'checkout',
    started_at: on(12),
    state: 'active',
  },
  {
    record: 'note',
    id: idOf(3),
    type: 'decision',
    title: 'Retry twice',
    project: 'checkout',
    content: 'Twice is enough.',
    tags: ['payments'],
    author: 'ada',
    created_at: on(10),
    session_id: idOf(1),
  },
  {
    record: 'note',
    id: idOf(4),
    type: 'decision',
    title: 'Retry *once* with `key`',
    tags: [],
    content: '# Why\n\nThe gateway charges first.\n\n```sh\nretry --once',
    project: 'checkout',
    author: 'bob',
    created_at: on(11),
    session_id: idOf(1),
    supersedes: idOf(3),
    pinned: true,
    revisions: [
      { type: 'decision', title: 'Retry once', content: 'x', tags: [], at: on(11) },
      { type: 'decision', title: 'Retry once', content: 'y', tags: [], at: on(13) },
    ],
  },
  {
    record: 'note',
    id: idOf(5),
    type: 'bugfix',
    title: 'Charged\ntwice',
    project: 'checkout',
    content: 'The key was made anew.',
    tags: ['a b', '#x'],
    author: 'ada',
    created_at: on(12),
    team: 'payments',
  },
  {
    record: 'conventions',
    project: 'checkout',
    versions: [
      { content: 'old', at: on(9) },
      { content: '# Rules\n\n1. Be kind.', at: on(12) },
    ],
  },
  {
    record: 'conventions',
    project: 'checkout',
    team: 'payments',
    versions: [{ content: 'Be quick.', at: on(12) }],
  },
  {
    record: 'phases',
    project: 'checkout',
    phases: [
      { phase: 'spec', at: on(9) },
      { phase: 'design', at: on(12) },
    ],
  },
];

async function* each<T>(all: readonly T[]): AsyncGenerator<T> {
  yield* all;
}

test('a report shows a project for people: what holds now, newest first, and what was superseded', async () => {
  const data = await reportData('CHECKOUT', 1234, each(LINES));
  const report = [...reportText(data)].join('');
  const golden = new URL('./checkout.md', import.meta.url);
  await expect(report).toMatchFileSnapshot(golden.pathname);
});

test('every link of its table of contents leads to a heading', async () => {
  const data = await reportData('checkout', 1, each(LINES));
  const report = [...reportText(data)].join('');
  const targets = [...report.matchAll(/^- \[[^\]]*\]\(#([^)]*)\)/gm)].map(([, target]) => target);
  const headings = [...report.matchAll(/^## (.*)$/gm)].map(([, heading = '']) =>
    heading.toLowerCase().replaceAll(' ', '-'),
  );
  expect(headings.filter((heading) => heading !== 'contents')).toEqual(targets);
  expect(targets).toContain('bug-fixes');
});
