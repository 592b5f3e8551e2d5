import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { openClaudeMem } from '../../../src/import/claudeMem.js';
import { CLAUDE_MEM } from '../../support/claudeMemTables.js';
import { ask, databaseWith, digestsOf, linesOf, readAll, skippedIn } from '../../support/peers.js';

const AT = 1_767_261_600_000;
/** Half an hour later. */
const END = AT + 1_800_000;
const ISO = '2026-01-01T10:00:00.000Z';

const read = (version: keyof typeof CLAUDE_MEM, rows: string) =>
  readAll(openClaudeMem(databaseWith(CLAUDE_MEM[version] + rows)));

test('of the first version: memories, sessions, and overviews as summaries', async () => {
  const rows = await read(
    'memories',
    `INSERT INTO sessions VALUES (1, 's', 'p', '${ISO}', ${AT}, 'compress'), (2, 't', 'p', '${ISO}', ${AT}, 'compress');
     INSERT INTO memories (id, session_id, text, created_at, created_at_epoch, project, title, concepts, files_touched)
       VALUES (7, 's', 'The text.', '${ISO}', ${AT}, 'p', 'A title', '["wal"]', '["a.ts"]');
     INSERT INTO overviews VALUES (1, 's', 'What happened.', '${ISO}', ${END}, 'p');`,
  );
  const [first, second] = linesOf(rows, 'session');
  expect(first).toMatchObject({ summary: 'What happened.', ended_at: '2026-01-01T10:30:00Z' });
  expect(second).toMatchObject({ state: 'abandoned' });
  expect(linesOf(rows, 'note')).toMatchObject([
    {
      type: 'context',
      title: 'A title',
      content: 'The text.\n\nFiles read: a.ts',
      tags: ['wal'],
      session_id: first?.id,
      created_at: '2026-01-01T10:00:00Z',
    },
  ]);
});

test('of migration 4: the text, under its first line', async () => {
  const rows = await read(
    'text',
    `INSERT INTO sdk_sessions VALUES (1, 'c', 'm', 'p', 'Fix it', '${ISO}', ${AT}, '${ISO}', ${END}, 'completed');
     INSERT INTO observations VALUES (1, 'm', 'p', 'One line.' || char(10) || 'Another.', 'feature', '${ISO}', ${AT});
     INSERT INTO session_summaries VALUES (1, 'm', 'p', 'R', NULL, 'L', '', 'N', NULL, NULL, NULL, '${ISO}', ${AT});`,
  );
  const [session] = linesOf(rows, 'session');
  expect(session).toMatchObject({
    goal: 'Fix it',
    summary: 'Request: R\nLearned: L\nNext steps: N',
    state: 'ended',
    ended_at: '2026-01-01T10:30:00Z',
  });
  expect(linesOf(rows, 'note')).toMatchObject([
    {
      type: 'feature',
      title: 'One line.',
      content: 'One line.\nAnother.',
      session_id: session?.id,
    },
  ]);
});

const inParts = `INSERT INTO observations
  (id, sdk_session_id, project, type, title, subtitle, narrative, text, facts, concepts, files_read, files_modified, created_at, created_at_epoch)
  VALUES `;

test('of migration 10: the narrative, else the text; then the facts and the files', async () => {
  const rows = await read(
    'parts',
    `${inParts}
      (1, 'm', 'p', 'change', 'T', 'S', 'N', 'X', '["f1","f2"]', '["how","what"]', '["a"]', '["b","c"]', '${ISO}', ${AT}),
      (2, 'm', 'p', 'discovery', 'T', NULL, NULL, 'X', NULL, NULL, '[]', NULL, '${ISO}', ${AT}),
      (3, 'm', 'p', 'decision', NULL, 'S', ' ', '', '["f"]', 'no json', NULL, NULL, '${ISO}', ${AT}),
      (4, 'm', 'p', 'decision', 'T', NULL, NULL, NULL, '[]', '[]', '["a"]', '["b"]', '${ISO}', ${AT});
     INSERT INTO user_prompts VALUES (1, 'c', 1, 'do it', '${ISO}', ${AT});`,
  );
  expect(
    linesOf(rows, 'note').map(({ type, title, content, tags }) => ({ type, title, content, tags })),
  ).toEqual([
    {
      type: 'refactor',
      title: 'T',
      tags: ['src-type:change', 'how', 'what'],
      content: 'S\n\nN\n\n- f1\n- f2\n\nFiles read: a\nFiles changed: b, c',
    },
    { type: 'discovery', title: 'T', content: 'X', tags: [] },
    { type: 'decision', title: 'S', content: '- f', tags: ['no json'] },
  ]);
  expect(skippedIn(rows)).toEqual({
    'observations 4': 'it has no content',
    'user_prompts 1': 'a prompt of a user: a vault does not store prompts of users',
  });
});

const inNewest = `INSERT INTO observations
  (id, memory_session_id, project, type, title, narrative, concepts, merged_into_project, metadata, created_at, created_at_epoch)
  VALUES `;

test('of the newest version: sessions of a platform, several summaries, merged projects', async () => {
  const rows = await read(
    'newest',
    `INSERT INTO sdk_sessions (id, content_session_id, memory_session_id, project, platform_source, user_prompt, started_at,
       started_at_epoch, custom_title) VALUES
       (1, 'c', 'm', 'p', 'codex', 'Fix it', '${ISO}', ${AT}, 'Mending'), (2, 'd', NULL, 'p', 'claude', NULL, '${ISO}', ${AT}, NULL);
     ${inNewest} (1, 'm', 'p/worktree', 'bugfix', 'T', 'N', '[]', 'p', NULL, '${ISO}', ${AT}),
       (2, 'lost', 'p', 'security_alert', 'T', 'N', '[]', NULL, '{"a":1}', '2026-01-02T10:00:00Z', 0),
       (3, 'm', 'p', 'bugfix', 'T', 'N', '[]', NULL, NULL, '${ISO}', 'soon');
     INSERT INTO session_summaries (id, memory_session_id, project, request, created_at, created_at_epoch) VALUES
       (1, 'm', 'p', 'first', '${ISO}', ${AT}), (2, 'm', 'p', 'second', '${ISO}', ${END}), (3, 'lost', 'p', 'x', '${ISO}', ${AT}),
       (4, '', 'p', 'of no session', '${ISO}', ${AT});`,
  );
  const [first, second] = linesOf(rows, 'session');
  expect(first).toMatchObject({
    agent: 'codex',
    goal: 'Mending',
    summary: 'Request: first\n\nRequest: second',
    state: 'ended',
    ended_at: '2026-01-01T10:30:00Z',
  });
  expect(second).toMatchObject({ agent: 'claude', state: 'abandoned' });
  expect(linesOf(rows, 'note')).toMatchObject([
    { project: 'p', session_id: first?.id, created_at: '2026-01-01T10:00:00Z' },
    { type: 'discovery', tags: ['src-type:security_alert'], created_at: '2026-01-02T10:00:00Z' },
    { created_at: '2026-01-01T10:00:00Z' },
  ]);
  expect(linesOf(rows, 'note')[1]).toMatchObject({ session_id: undefined });
  expect(skippedIn(rows)).toEqual({
    'session_summaries 3': 'a summary whose session is missing',
    'session_summaries 4': 'a summary whose session is missing',
  });
});

test('the rows that will come are counted, without the summaries, which come with their sessions', async () => {
  const file = databaseWith(`${CLAUDE_MEM.parts}
    INSERT INTO sdk_sessions (id, claude_session_id, sdk_session_id, project, started_at, started_at_epoch) VALUES
      (1, 'c', 'm', 'p', '${ISO}', ${AT});
    INSERT INTO session_summaries (id, sdk_session_id, project, request, created_at, created_at_epoch) VALUES
      (1, 'm', 'p', 'R', '${ISO}', ${AT});
    ${inParts} (1, 'm', 'p', 'bugfix', 'T', NULL, 'N', NULL, NULL, NULL, NULL, NULL, '${ISO}', ${AT});`);
  const source = await openClaudeMem(file);
  source.close();
  expect(source.total).toBe((await readAll(openClaudeMem(file))).length);
});

test('what is marked sensitive or private stays where it is', async () => {
  const rows = await read(
    'newest',
    `${inNewest}
      (1, 'm', 'p', 'sensitive', 'T', 'N', '[]', NULL, NULL, '${ISO}', ${AT}),
      (2, 'm', 'p', 'bugfix', 'T', 'N', '["how","Private"]', NULL, NULL, '${ISO}', ${AT}),
      (3, 'm', 'p', 'bugfix', 'T', 'N', '[]', NULL, '{"sensitive":true}', '${ISO}', ${AT}),
      (4, 'm', 'p', 'bugfix', 'T', 'N', '[]', NULL, '{"visibility":"private"}', '${ISO}', ${AT}),
      (5, 'm', 'p', 'bugfix', 'T', 'N', '["sensitive data"]', NULL, '{"sensitive":false}', '${ISO}', ${AT});
     ALTER TABLE observations ADD COLUMN is_private INTEGER DEFAULT 0;
     INSERT INTO observations (id, memory_session_id, project, type, title, narrative, is_private, created_at, created_at_epoch)
       VALUES (6, 'm', 'p', 'bugfix', 'T', 'N', 1, '${ISO}', ${AT});`,
  );
  expect(skippedIn(rows)).toEqual({
    'observations 1': 'not imported: marked sensitive in claude-mem',
    'observations 2': 'not imported: marked private in claude-mem',
    'observations 3': 'not imported: marked sensitive in claude-mem',
    'observations 4': 'not imported: marked private in claude-mem',
    'observations 6': 'not imported: marked private in claude-mem',
  });
  expect(linesOf(rows, 'note')).toHaveLength(1);
});

test('every row is taken or skipped, by the count of the database itself; the file stays as it is', async () => {
  const values = Array.from(
    { length: 500 },
    (_, i) =>
      `(${i}, 'm', 'p', 'bugfix', 'T${i}', ${i % 7 === 0 ? 'NULL' : `'N${i}'`}, '[]', NULL, NULL, '${ISO}', ${AT + i})`,
  );
  const file = databaseWith(`${CLAUDE_MEM.newest} ${inNewest} ${values.join(',')};`);
  const before = digestsOf(dirname(file));
  const rows = await readAll(openClaudeMem(file));
  expect(await readAll(openClaudeMem(file))).toEqual(rows);
  expect(digestsOf(dirname(file))).toMatchObject(before);
  const [counts] = ask<object>(file, 'SELECT count(*) n, count(narrative) told FROM observations');
  expect({ n: rows.length, told: linesOf(rows, 'note').length }).toEqual(counts);
});
