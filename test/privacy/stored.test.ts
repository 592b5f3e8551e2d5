import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parts } from '../support/depth.js';
import { ADMIN_KEY, testApp } from '../support/testApp.js';
import { testServer } from '../support/testServer.js';
import { readSecretTable, type SecretRow } from './secretTable.js';

/** Every so-manieth row of the table is tried in one test. */
const PARTS = 4;
const TITLE = 100;
const TAG = 200;

/** One request for each field that can contain a secret. Each row is sent in some of them, and each gets many rows. */
type Send = (row: SecretRow, index: number) => Request | undefined;
interface Request {
  readonly method: 'POST' | 'PUT' | 'PATCH';
  readonly url: string;
  readonly payload: object;
}

const note = (fields: object, index: number) => ({
  type: 'learning',
  project: `project-${index % 7}`,
  title: `note ${index}`,
  content: `content ${index}`,
  ...fields,
});
const post = (url: string, payload: object): Request => ({ method: 'POST', url, payload });
const put = (url: string, payload: object): Request => ({ method: 'PUT', url, payload });

/** A field for a name, which is in a path percent-encoded. */
function named(request: (name: string, index: number) => Request): Send {
  return ({ text }, i) => (text.length > TAG || text.trim() === '' ? undefined : request(text, i));
}

const FIELDS: Record<string, Send> = {
  title: ({ text }, i) =>
    text.length <= TITLE ? post('/api/v1/observations', note({ title: text }, i)) : undefined,
  content: ({ text }, i) => post('/api/v1/observations', note({ content: text }, i)),
  tag: ({ text }, i) =>
    text.length <= TAG ? post('/api/v1/observations', note({ tags: ['a', text] }, i)) : undefined,
  batch: ({ text }, i) => post('/api/v1/observations/batch', [note({ content: text }, i)]),
  goal: ({ text }, i) => post('/api/v1/sessions', { project: `project-${i % 7}`, goal: text }),
  prompt: ({ text }, i) => post('/api/v1/prompts', { name: `prompt-${i % 11}`, content: text }),
  'prompt-tag': ({ text }, i) =>
    text.length <= TAG
      ? post('/api/v1/prompts', { name: 'tagged', content: `${i}`, tags: [text] })
      : undefined,
  conventions: ({ text }, i) => ({
    method: 'PUT',
    url: `/api/v1/openspec/project-${i % 7}`,
    payload: { content: text },
  }),
  project: named((name, i) => post('/api/v1/observations', note({ project: name }, i))),
  team: named((name, i) => post('/api/v1/observations', note({ team: name }, i))),
  country: named((name, i) => post('/api/v1/observations', note({ country: name }, i))),
  author: named((name, i) => post('/api/v1/observations', note({ author: name }, i))),
  session: named((name) =>
    post('/api/v1/sessions', { project: name, team: name, country: name, agent: name }),
  ),
  'prompt-name': named((name) => post('/api/v1/prompts', { name, content: 'text' })),
  'conventions-project': named((name) =>
    put(`/api/v1/openspec/${encodeURIComponent(name)}`, { content: 'text' }),
  ),
  'sdd-project': named((name) => put(`/api/v1/sdd/${encodeURIComponent(name)}`, { phase: 'spec' })),
  pause: named((name) => post(`/admin/hive/projects/${encodeURIComponent(name)}/pause`, {})),
  purge: named((name) => post('/admin/purge', { project: name, team: name })),
  'dry-run': ({ text }, i) =>
    post('/api/v1/observations', note({ content: text, dry_run: true }, i)),
};

test.each(parts(PARTS))(
  `no secret of the table reaches a file, log line, answer or metric, through any field (%i of ${PARTS})`,
  async (part) => {
    const rows = readSecretTable().filter((_, index) => index % PARTS === part - 1);
    const app = await testApp({ VAULT_LOG_LEVEL: 'trace' });
    const lines: string[] = [];
    const server = await testServer(app, { logStream: { write: (line) => lines.push(line) } });
    const answers: string[] = [];
    const headers = { 'x-admin-key': ADMIN_KEY };
    const call = async (request: Request, key?: string) => {
      const idempotency = key === undefined ? {} : { 'idempotency-key': key };
      const response = await server.inject({
        ...request,
        payload: request.payload,
        headers: { ...headers, ...idempotency },
      });
      answers.push(response.body);
      expect([request.url, response.statusCode]).toEqual([request.url, 200]);
      return response.json();
    };

    const { id: revised } = await call(post('/api/v1/observations', note({}, 0)));
    for (const [index, row] of rows.entries()) {
      // Concurrently, so that they share a commit.
      await Promise.all(
        Object.entries(FIELDS).map(async ([field, send], at) => {
          if ((index + at) % 3 !== 0) return;
          const request = send(row, index);
          const keyed = request?.method === 'POST' && index % 3 === 0;
          if (request) await call(request, keyed ? `${field}-${index}` : undefined);
        }),
      );
      if (index % 3 !== 0) continue;
      const { id } = await call(post('/api/v1/sessions', { project: 'summaries' }));
      await call({ method: 'PUT', url: `/api/v1/sessions/${id}`, payload: { summary: row.text } });
      const url = `/api/v1/observations/${revised}`;
      await call({ method: 'PATCH', url, payload: { content: row.text, tags: [`${index}`] } });
    }
    for (const url of [
      'stats',
      'metrics',
      'summary/project-1',
      'context/project-1',
      'sessions/all',
    ]) {
      answers.push((await server.inject({ url: `/api/v1/${url}`, headers })).body);
    }
    const { redactions_total, redactions } = (await server.inject({ url: '/api/v1/stats' })).json();
    expect(redactions_total).toBeGreaterThan(900 / PARTS);
    expect(Object.keys(redactions).length).toBeGreaterThan(20);

    const open = filesOf(app.config.dataDir);
    await server.close();
    await app.close();
    const closed = filesOf(app.config.dataDir);
    expect(open.map(([name]) => name)).toEqual(
      expect.arrayContaining(['log.db-wal', 'views.db-wal']),
    );
    expect(closed.map(([name]) => name)).toEqual(expect.arrayContaining(['log.db', 'views.db']));

    const places: [string, string][] = [
      ...open,
      ...closed,
      ['log lines', lines.map(withoutMeasures).join('\n')],
      ['answers', answers.join('\n')],
    ];
    expect(lines.length).toBeGreaterThan(rows.length);
    for (const [place, bytes] of places) {
      const lower = bytes.toLowerCase();
      const held = rows.flatMap(({ kind, embedding, pieces }) =>
        pieces.flatMap(telling).some((part) => part.isIn(lower)) ? [`${kind}, ${embedding}`] : [],
      );
      expect([place, held]).toEqual([place, []]);
    }
  },
);

function filesOf(directory: string): [string, string][] {
  const names = readdirSync(directory).filter((name) => !name.endsWith('.key'));
  // Each byte as one character, so that bytes can be searched like text.
  return names.map((name) => [name, readFileSync(join(directory, name), 'latin1')]);
}

/** A log line without times, durations and ports, in whose digits a secret could occur by chance. */
const withoutMeasures = (line: string) =>
  line.replace(/"(?:time|responseTime|pid|remotePort)":[\d.e-]+/g, '');

interface Telling {
  isIn(lowerCase: string): boolean;
}

/**
 * What would give a piece away in lower case: each of its words, and their ends, since an index keeps lower-case words
 * and leaves out what a word shares with the one before it. A short one counts where it stands alone: within a hash
 * or an id it would be found by chance.
 */
function telling(piece: string): Telling[] {
  const lower = piece.toLowerCase();
  const words = lower.match(/[a-z0-9]{9,}/g) ?? [];
  if (words.length === 0) {
    if (piece.length < 6) return [];
    const alone = new RegExp(`(?<![a-z0-9])${lower}(?![a-z0-9])`);
    return [{ isIn: (text) => alone.test(text) }];
  }
  const ends = words.filter(({ length }) => length > 14).map((word) => word.slice(-10));
  return [...words, ...ends].map((part) => ({ isIn: (text) => text.includes(part) }));
}
