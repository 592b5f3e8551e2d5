import { expect, test } from 'vitest';
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
    content: `${i}`,
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
  for (const tokens of [300, 1200, 5000]) {
    const context = (await projectContext(vault, 'p', tokens)) ?? '';
    expect(context, context).toMatch(/^Last session, [\d-]+ \(the beginning[^:]*: \S/m);
    expect(context).toMatch(/^Conventions \(the beginning[^:]*: \S/m);
    const rows = context.split('\n').filter((line) => / ~\d+t( pinned)?$/.test(line));
    expect(rows.some((row) => row.endsWith('pinned'))).toBe(true);
    expect(rows.some((row) => !row.endsWith('pinned'))).toBe(true);
    expect(tokensUpTo(tokens, JSON.stringify(context))).toBeLessThanOrEqual(tokens);
  }
});

test('what one part of a context leaves goes to the others', async () => {
  const vault = await fullProject();
  await withTexts(vault, 'word '.repeat(600));
  const context = (await projectContext(vault, 'p', 20_000)) ?? '';
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
  const context = (await projectContext(vault, 'p', 1200)) ?? '';
  expect(context.trim()).toBe(`Conventions: ${'word '.repeat(800)}`.trim());
});
