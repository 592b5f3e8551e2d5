import { expect, test } from 'vitest';
import { verbVault } from '../../support/verbVault.js';

const vault = verbVault();

const short = (id: string) => id.slice(-8);

async function saved(title: string): Promise<string> {
  const args = ['save', title, '--title', title, '--project', 'told'];
  const { code, stdout, stderr } = await vault.piped(args);
  expect(code, stderr).toBe(0);
  return stdout.trim();
}

async function session(): Promise<string> {
  const body = { project: 'told', agent: 'codex' };
  const { data } = await vault.client().POST('/api/v1/sessions', { body });
  return data.id;
}

test('told lists what an agent was told, and the titles that are still there', async () => {
  const ids = [await saved('Rounds down'), await saved('Soon forgotten')];
  const id = await session();
  const nothing = await vault.piped(['told', id]);
  expect(nothing).toMatchObject({ code: 3, stdout: '' });
  expect(nothing.stderr).toContain(`the agent got no notes in the session ${short(id)}`);
  const notes = ids.map((one) => ({ id: one, revision: 1 }));
  const told = [
    { moment: 'start' as const, notes, tokens: 120, at: '2026-01-05T10:00:00Z' },
    { moment: 'before_edit' as const, notes: notes.slice(0, 1), tokens: 84 },
  ];
  const params = { path: { id } };
  await vault.client().POST('/api/v1/sessions/{id}/told', { params, body: { told } });
  await vault.piped(['forget', short(ids[1] ?? ''), '--yes']);
  const shown = await vault.shown(['told', short(id), '--no-color'], { columns: 120 });
  expect(shown.code, shown.output).toBe(0);
  const [head, ...rows] = shown.lines;
  expect(head).toMatch(/^told +moment +id +revision +title +tokens$/);
  expect(rows).toEqual([
    expect.stringMatching(`start +${short(ids[0] ?? '')} +1 +Rounds down +120$`),
    expect.stringMatching(`^ +${short(ids[1] ?? '')} +1 +\\(forgotten, or you may not see it\\)`),
    expect.stringMatching(`before edit +${short(ids[0] ?? '')} +1 +Rounds down +84$`),
  ]);
  const { stdout } = await vault.piped(['told', id]);
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).moment),
  ).toEqual(['start', 'before_edit']);
});

test('a note that is often wrong is marked in lists, and listed by review until it is revised', async () => {
  const id = await saved('Rounds up');
  const said = await vault.shown(['verdict', short(id), 'wrong', '--no-color']);
  expect(said.lines).toEqual([`wrong: ${short(id)} Rounds up`]);
  const nothing = await vault.piped(['review', '--project', 'told']);
  expect(nothing.code).toBe(3);
  expect(nothing.stderr).toContain('there is no note to check');
  const params = { path: { id } };
  const body = { verdict: 'outdated' as const, session_id: await session() };
  await vault.client().POST('/api/v1/observations/{id}/verdict', { params, body });
  const review = await vault.shown(['review', '--no-color'], { columns: 120 });
  expect(review.lines[1]).toMatch(new RegExp(`^often wrong +${short(id)} .*told +Rounds up`));
  const listed = await vault.shown(['timeline', 'told', '--no-color'], { columns: 120 });
  expect(listed.lines.filter((line) => line.includes('often wrong'))).toEqual([
    expect.stringContaining(short(id)),
  ]);
  const stats = JSON.parse((await vault.piped(['stats'])).stdout);
  expect(stats).toMatchObject({ often_wrong_total: 1 });
  await vault.piped(['edit', id, '--title', 'Rounds down, really']);
  expect((await vault.piped(['review'])).code).toBe(3);
});

test('a verdict that is none is refused with those there are', async () => {
  const { code, stderr } = await vault.piped(['verdict', 'AAAAAAAA', 'useful']);
  expect(code).toBe(2);
  expect(stderr).toContain('helped, outdated, wrong');
});
