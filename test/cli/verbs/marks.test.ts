import { expect, test } from 'vitest';
import { verbVault } from '../../support/verbVault.js';

const vault = verbVault();

async function saved(title: string, content = title, project = 'marks'): Promise<string> {
  const args = ['save', content, '--title', title, '--project', project];
  const { code, stdout, stderr } = await vault.piped(args);
  expect(code, stderr).toBe(0);
  return stdout.trim();
}

const read = async (id: string) => JSON.parse((await vault.piped(['show', id])).stdout);
const short = (id: string) => id.slice(-8);

test('pin and unpin take several ids, and say each', async () => {
  const ids = [await saved('First pinned'), await saved('Second pinned')];
  const pinned = await vault.shown(['pin', ...ids.map(short)]);
  expect(pinned.lines).toEqual([
    `pinned: ${short(ids[0] ?? '')} First pinned`,
    `pinned: ${short(ids[1] ?? '')} Second pinned`,
  ]);
  for (const id of ids) expect(await read(id)).toMatchObject({ pinned: true });
  const { code, stdout } = await vault.piped(['unpin', ...ids]);
  expect(code).toBe(0);
  expect(stdout).toBe(ids.map((id) => `{"id":"${id}","pinned":false}\n`).join(''));
  for (const id of ids) expect(await read(id)).not.toHaveProperty('pinned');
});

test('where one of the notes is missing, none is pinned', async () => {
  const id = await saved('Beside a mistyped one');
  const { code, stderr } = await vault.piped(['pin', id, 'AAAAAAAA']);
  expect(code).toBe(3);
  expect(stderr).toContain('there is no note AAAAAAAA, so nothing was changed');
  expect(await read(id)).not.toHaveProperty('pinned');
});

test('save --supersedes takes the end of an id, and every screen marks what is superseded', async () => {
  const old = await saved('Poll the zebra');
  const args = ['save', 'Call the zebra', '--project', 'marks', '--supersedes', short(old)];
  const newer = (await vault.piped(args)).stdout.trim();
  expect(await read(newer)).toMatchObject({ supersedes: old });
  await vault.piped(['pin', old]);
  const marks = `pinned, superseded by ${short(newer)}`;
  for (const verb of [['search', 'zebra'], ['timeline', 'marks'], ['tail']]) {
    const { lines } = await vault.shown([...verb, '--no-color'], { columns: 200 });
    const marked = lines.filter((line) => line.includes(marks));
    expect(marked).toEqual([expect.stringMatching(`^${short(old)} .*Poll the zebra`)]);
  }
  const whole = await vault.shown(['show', old, newer, '--no-color'], { columns: 200 });
  expect(whole.output).toContain(` · pinned · superseded by ${short(newer)}\n`);
  expect(whole.output).toContain(` · supersedes ${short(old)}\n`);
  const { output } = await vault.shown(['search', 'zebra', '--no-color'], { columns: 80 });
  expect(output).toMatch(/ pinned/);
});

test('a table without a mark has no column for marks', async () => {
  await saved('Plain', 'Plain', 'unmarked');
  const { lines } = await vault.shown(['timeline', 'unmarked', '--no-color'], { columns: 200 });
  expect(lines[0]).not.toContain('mark');
});

test('what cannot be superseded is said with the flag, with code 4', async () => {
  const { code, stdout, stderr } = await vault.piped(['save', 'x', '--supersedes', 'no id']);
  expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
  expect(stderr).toContain('--supersedes');
});

test('related says what is the same, and duplicates how alike two notes are', async () => {
  const text = 'The heron waits at the weir until the eel comes up for air at dusk';
  const [one, two] = [await saved('Herons', text, 'weir'), await saved('A heron', text, 'weir')];
  const related = await vault.shown(['related', short(one), '--no-color'], { columns: 120 });
  expect(related.lines[1]).toMatch(new RegExp(`^${short(two)} .* A heron .*words`));
  const alike = await vault.shown(['duplicates', short(one), '--no-color']);
  expect(alike.lines[1]).toMatch(new RegExp(`^\\d+ % +${short(two)} `));
  const { stdout } = await vault.piped(['duplicates', one]);
  expect(JSON.parse(stdout)).toMatchObject({ id: two, content: text });
});

test.each(['related', 'duplicates'])('%s that finds nothing ends with code 3', async (verb) => {
  const id = await saved('Alone', 'qwyjibo', `alone-${verb}`);
  expect(await vault.piped([verb, id])).toMatchObject({ code: 3, stdout: '' });
  const missing = await vault.piped([verb, 'AAAAAAAA']);
  expect(missing).toMatchObject({ code: 3, stdout: '' });
  expect(missing.stderr).toContain('there is no note AAAAAAAA: memory-vault search finds notes');
});
