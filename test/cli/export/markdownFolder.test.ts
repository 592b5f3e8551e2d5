import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exportedFolder } from '../../../src/cli/export/exportedFolder.js';
import { markdownOf } from '../../../src/cli/export/exportMarkdown.js';
import { freePaths, pathOf } from '../../../src/cli/export/pathOf.js';
import { type ArchiveLine, NoteLine } from '../../../src/domain/archive/archiveLine.js';
import { noteFromMarkdown } from '../../../src/domain/archive/noteMarkdown.js';
import { temporaryDirectory } from '../../support/temporaryDirectory.js';

const AT = '2026-11-20T09:30:00Z';
const idOf = (n: number) => `01KA5ZJ3M4T6V8X0Y2Z4A6${String(n).padStart(4, '0')}`;
const noteOf = (n: number, about: Partial<NoteLine>): NoteLine => ({
  record: 'note',
  id: idOf(n),
  type: 'task',
  title: 't',
  content: 'c',
  tags: [],
  created_at: AT,
  ...about,
});

const ODD = [
  '../../../etc/passwd',
  'CON',
  'nul.md',
  '...',
  '---\ntitle: x',
  'a\u0007b',
  'x'.repeat(400),
  '日'.repeat(400),
  'e\u0301'.repeat(200),
  '\u202eevil',
  'İstanbul ẞ ﬁ',
  '# [[link]] | `code`',
  '🙂🙂🙂',
];

test('notes with odd titles in odd projects become files of one folder, and are read back as they were', () => {
  const folder = join(temporaryDirectory(), 'notes');
  const lines = ODD.flatMap((title, n) => [
    noteOf(n, { title, project: title.slice(0, 100), content: `${title}\r\n---\n ` }),
    noteOf(n + 100, { title }),
  ]);
  const exported = exportedFolder(folder, {});
  const free = freePaths();
  const paths = lines.map((line) => {
    const path = pathOf(line, free);
    exported.write(path, markdownOf(line));
    return path;
  });
  expect(exported.finish()).toMatchObject({ written: lines.length, left: [] });
  expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(lines.length);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) =>
    one.isFile(),
  );
  expect(files).toHaveLength(lines.length + 1);
  for (const [i, line] of lines.entries()) {
    const path = paths[i] ?? '';
    for (const name of path.split('/')) expect(Buffer.byteLength(name)).toBeLessThanOrEqual(120);
    expect(noteFromMarkdown(readFileSync(join(folder, path), 'utf8'))).toEqual(
      NoteLine.parse(line),
    );
  }
});

test('a note is named after its day, its title and the end of its id, in the folder of its project', () => {
  const path = (about: Partial<NoteLine>) => pathOf(noteOf(1, about), freePaths());
  expect(path({ title: 'Retry: once', project: 'Checkout' })).toBe(
    'checkout/2026-11-20 retry-once Z4A60001.md',
  );
  expect(path({})).toBe('no project/2026-11-20 t Z4A60001.md');
  expect(path({ project: 'sessions' })).toMatch(/^_sessions~\w{8}\//);
});

test('two notes whose ids end alike, and names that differ only in case, have two files', () => {
  const free = freePaths();
  const alike = noteOf(1, { id: `01KB${idOf(1).slice(4)}` });
  expect([pathOf(noteOf(1, {}), free), pathOf(alike, free)]).toEqual([
    'no project/2026-11-20 t Z4A60001.md',
    `no project/2026-11-20 t ${alike.id}.md`,
  ]);
  const prompt = (name: string, team?: string): ArchiveLine => ({
    record: 'prompt',
    id: idOf(2),
    name,
    created_at: AT,
    ...(team !== undefined && { team }),
    versions: [{ content: 'c', tags: [], at: AT }],
  });
  const names = [prompt('Review'), prompt('review'), prompt('review', 'a')].map((line) =>
    pathOf(line, free),
  );
  expect(names).toEqual([
    'prompts/Review.md',
    expect.stringMatching(/^prompts\/review~[0-9a-f]{16}\.md$/),
    'prompts/review (a).md',
  ]);
});

test('sessions, prompts, conventions and phases are files that people read', () => {
  const session: ArchiveLine = {
    record: 'session',
    id: idOf(3),
    project: 'p',
    agent: 'pair',
    goal: 'A goal',
    summary: 'Done.',
    started_at: AT,
    ended_at: AT,
    state: 'ended',
  };
  expect(pathOf(session, freePaths())).toBe('sessions/2026-11-20 a-goal Z4A60003.md');
  expect(markdownOf(session)).toBe(
    [
      '---',
      'record: session',
      `id: ${idOf(3)}`,
      'project: p',
      'agent: pair',
      `started_at: ${AT}`,
      `ended_at: ${AT}`,
      'state: ended',
      'aliases:',
      '  - A goal',
      '---',
      '## Goal',
      '',
      'A goal',
      '',
      '## Summary',
      '',
      'Done.',
      '',
    ].join('\n'),
  );
  const versions = [
    { content: 'old', tags: [], at: AT },
    { content: 'new', tags: ['x'], at: AT },
  ];
  const prompt: ArchiveLine = {
    record: 'prompt',
    id: idOf(4),
    name: 'review',
    created_at: AT,
    versions,
  };
  expect(markdownOf(prompt)).toMatch(/^---\n(.+\n)*version: 2\n(.+\n)*---\nnew$/);
  expect(markdownOf({ record: 'conventions', project: 'p', versions })).toMatch(/---\nnew$/);
  const phases: ArchiveLine = {
    record: 'phases',
    project: 'p',
    phases: [{ phase: 'spec', at: AT }],
  };
  expect(markdownOf(phases)).toMatch(new RegExp(`phase: spec\n---\n- ${AT}: spec\n$`));
});
