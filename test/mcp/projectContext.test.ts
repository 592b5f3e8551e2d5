import { createClient } from 'memory-vault-client';
import { expect, test } from 'vitest';
import type { StartPart } from '../../src/domain/startSettings.js';
import { tokensUpTo } from '../../src/domain/tokens.js';
import { projectContext } from '../../src/mcp/projectContext.js';
import { listening } from '../support/listening.js';
import { testApp } from '../support/testApp.js';
import { vaultClient } from '../support/vaultClient.js';

/** A vault whose project p has all that a context may hold, each more than fits. */
async function fullProject(title = (i: number) => `Note ${i}`) {
  const { port } = await listening(await testApp());
  const vault = vaultClient(`http://127.0.0.1:${port}`);
  const body = Array.from({ length: 80 }, (_, i) => ({
    type: 'task' as const,
    project: 'p',
    title: title(i),
    ...(i % 4 === 0 && i < 30 && { anchors: [{ path: 'a.ts' }] }),
    content: `What is told of ${i} is more than its title says, and more than a few words would say of it.`,
  }));
  await vault.POST('/api/v1/observations/batch', { body });
  const { data } = await vault.GET('/api/v1/observations', { params: { query: { limit: 50 } } });
  for (const { id } of Array.isArray(data) ? data : [])
    await vault.PUT('/api/v1/observations/{id}/pin', { params: { path: { id } } });
  return vault;
}

async function withTexts(vault: Awaited<ReturnType<typeof fullProject>>, text: string) {
  await vault.PUT('/api/v1/openspec/{project}', {
    params: { path: { project: 'p' } },
    body: { content: text },
  });
  const { data } = await vault.POST('/api/v1/sessions', { body: { project: 'p' } });
  await vault.PUT('/api/v1/sessions/{id}', {
    params: { path: { id: data.id } },
    body: { summary: text },
  });
}

const LONG_TITLES = (i: number) => `決${i}`.padEnd(90, '決');

test.each([
  ['words', 'word '.repeat(5000), undefined],
  ['long titles', '決'.repeat(20_000), LONG_TITLES],
])('each part of a context has its share of every budget: %s', async (_what, text, title) => {
  const vault = await fullProject(title);
  await withTexts(vault, text);
  const workingCopy = { changed: () => new Map(), touched: async () => ['a.ts'] };
  // What memory_context leaves of its least budget, and more.
  for (const tokens of [240, 750, 1200, 5000]) {
    const context = (await projectContext(vault, 'p', { tokens, workingCopy }))?.text ?? '';
    expect(context, context).toMatch(/^Last session, [\d-]+ \(the beginning[^:]*: \S/m);
    expect(context).toMatch(/^Conventions \(the beginning[^:]*: \S/m);
    for (const part of ['Pinned notes', 'Notes about files of this branch', 'Newest notes'])
      expect(context).toMatch(new RegExp(`^${part}:\n\\w{8} \\S+ task \\S.* ~\\d+t`, 'm'));
    expect(context).toMatch(/\nmemory_context with more max_tokens shows more\.$/);
    expect(tokensUpTo(tokens, JSON.stringify(context))).toBeLessThanOrEqual(tokens);
  }
});

test('what one part of a context leaves goes to the others', async () => {
  const vault = await fullProject();
  await withTexts(vault, 'word '.repeat(600));
  const context = (await projectContext(vault, 'p', { tokens: 20_000 }))?.text ?? '';
  expect(context).not.toContain('the beginning');
  expect(context.match(/ ~\d+t/g)).toHaveLength(80);
});

test('a context has as much of a text as its budget allows where nothing else is', async () => {
  const { port } = await listening(await testApp());
  const vault = vaultClient(`http://127.0.0.1:${port}`);
  await vault.PUT('/api/v1/openspec/{project}', {
    params: { path: { project: 'p' } },
    body: { content: 'word '.repeat(800) },
  });
  const context = (await projectContext(vault, 'p', { tokens: 1200 }))?.text ?? '';
  expect(context.trim()).toBe(`Conventions: ${'word '.repeat(800)}`.trim());
});

const about = (path: string, title: string) => ({
  type: 'bugfix' as const,
  project: 'p',
  title,
  content: 'What is told is longer than the title of the note.',
  anchors: [{ path }],
});

/** A vault with a note of each part, and an agent that works on `src/till.ts`. */
async function started() {
  const { port } = await listening(await testApp());
  const url = `http://127.0.0.1:${port}`;
  const vault = vaultClient(url);
  await withTexts(vault, 'The till is mended.');
  const body = [
    about('src/till.ts', 'The till rounds'),
    about('src/door.ts', 'The door squeaks'),
    { ...about('src/door.ts', 'Bump hinges to 4.1'), content: 'Bumps hinges.' },
    { ...about('src/door.ts', 'Oil'), content: 'Oil the hinges' },
    about('src/bell.ts', 'The bell rings'),
  ];
  await vault.POST('/api/v1/observations/batch', { body });
  const found = { project: 'p', path: 'src/bell.ts' };
  const { data } = await vault.GET('/api/v1/observations', { params: { query: found } });
  const [bell] = Array.isArray(data) ? data : [];
  const params = { path: { id: bell?.id ?? '' } };
  await vault.PUT('/api/v1/observations/{id}/pin', { params });
  const workingCopy = { changed: () => new Map(), touched: async () => ['src/till.ts'] };
  return { url, vault, workingCopy };
}

const titlesIn = (context = '') =>
  context.replaceAll(/^\w{8} \S+ bugfix | ~\d+t|, \d{4}-\d\d-\d\d/gm, '').split('\n');

test('the start tells what matters before what is newest, and small notes in one line', async () => {
  const { vault, workingCopy } = await started();
  const { text: context = '' } =
    (await projectContext(vault, 'p', { tokens: 720, workingCopy })) ?? {};
  expect(titlesIn(context)).toEqual([
    'Last session: The till is mended.',
    'Conventions: The till is mended.',
    'Pinned notes:',
    'The bell rings pinned',
    'Notes about files of this branch:',
    'The till rounds',
    'Newest notes:',
    'The door squeaks',
    'In short: Oil the hinges; Bump hinges to 4.1: Bumps hinges.',
  ]);
});

test('a session that ended without a word hides no summary before it', async () => {
  const { url, vault } = await started();
  const { data } = await vault.POST('/api/v1/sessions', { body: { project: 'p' } });
  const params = { path: { id: data.id } };
  await vault.PUT('/api/v1/sessions/{id}', { params, body: { summary: '' } });
  const context = await projectContext(vaultClient(url), 'p', { tokens: 720 });
  expect(titlesIn(context?.text)[0]).toBe('Last session: The till is mended.');
});

test('a project says which parts its start has, and in which order; another project does not', async () => {
  const { vault, workingCopy } = await started();
  const told = async (project: string) => {
    const around = { project, start: { parts: ['files', 'summary'] as const } };
    return titlesIn((await projectContext(vault, 'p', { tokens: 720, workingCopy, around }))?.text);
  };
  const [heading, till, ...others] = await told('P');
  expect([heading, till]).toEqual(['Notes about files of this branch:', 'The till rounds']);
  expect(others).toEqual(['Last session: The till is mended.']);
  expect(await told('q')).toHaveLength(9);
});

test('a project that names parts without the layers is told nothing of them', async () => {
  const { vault } = await started();
  const saved = { type: 'decision' as const, content: 'And why that is so.' };
  for (const project of ['personal', 'everywhere'])
    await vault.POST('/api/v1/observations', { body: { ...saved, project, title: project } });
  await vault.PUT('/api/v1/openspec/{project}', {
    params: { path: { project: 'everywhere' } },
    body: { content: 'Commit messages are in English, everywhere.' },
  });
  const told = async (...parts: readonly StartPart[]) => {
    const around = { project: 'p', start: { parts } };
    return (await projectContext(vault, 'p', { tokens: 2000, around }))?.text ?? '';
  };
  expect(await told('summary', 'newest')).toContain('The till');
  expect(await told('summary', 'newest')).not.toMatch(/personal|everywhere/i);
  expect(await told('layers', 'summary')).toMatch(/^Last session.*personal.*everywhere/s);
});

test('an older vault, which knows no files, tells the newest notes', async () => {
  const { url, workingCopy } = await started();
  const older = createClient({
    url,
    fetch: async (request) => {
      if (!new URL(request.url).searchParams.has('file')) return fetch(request);
      return Response.json({ status: 400, code: 'invalid_parameter' }, { status: 400 });
    },
  });
  const { text: context = '' } =
    (await projectContext(older, 'p', { tokens: 720, workingCopy })) ?? {};
  expect(titlesIn(context)).toContain('The till rounds');
});

test.each([
  [680, 'full'],
  [2000, 'full'],
  [680, 'empty'],
  [2000, 'empty'],
] as const)(
  'each layer stands under its own heading, behind what is told of a project: %d tokens, %s',
  async (tokens, filled) => {
    const vault = await fullProject();
    const saved = { type: 'decision' as const, content: 'And why that is so.' };
    for (const project of ['personal', 'everywhere'])
      for (let i = 0; i < 40; i += 1)
        await vault.POST('/api/v1/observations', {
          body: { ...saved, project, title: `${project} ${i}` },
        });
    await vault.PUT('/api/v1/openspec/{project}', {
      params: { path: { project: 'everywhere' } },
      body: { content: 'Commit messages are in English.' },
    });
    const project = filled === 'full' ? 'p' : 'nothing';
    const context = (await projectContext(vault, project, { tokens }))?.text ?? '';
    const [own = '', ...layers] = `\n${context}`.split(
      /\n(?=Personal notes of|Conventions of every|Notes for every)/,
    );
    expect(layers.map((layer) => layer.split(':', 1)[0])).toEqual([
      'Personal notes of this user',
      'Conventions of every project',
      'Notes for every project',
    ]);
    expect(layers[0]).toMatch(/personal 39/);
    expect(layers[1]).toContain('Commit messages are in English.');
    expect(layers[2]).toMatch(/everywhere 39/);
    expect(own.startsWith('\nPinned notes:')).toBe(filled === 'full');
    expect(own).not.toMatch(/personal|everywhere/);
    expect(tokensUpTo(tokens, context)).toBeLessThanOrEqual(tokens);
  },
);
