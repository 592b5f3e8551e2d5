import { expect, test } from 'vitest';
import { verbVault } from '../../support/verbVault.js';

const vault = verbVault();

const short = (id: string) => id.slice(-8);

async function saved(title: string, ...flags: readonly string[]) {
  const args = ['save', `${title}.`, '--title', title, '--project', 'till', '--type', 'decision'];
  const { code, stdout, stderr } = await vault.piped([...args, ...flags]);
  expect(code, stderr).toBe(0);
  return { id: stdout.trim(), stderr };
}

test('a note that has ended says so wherever it is listed, and is listed for review', async () => {
  const { id } = await saved(
    'Closed',
    '--valid-until',
    '2026-01-31',
    '--review-after',
    '2099-01-31',
  );
  const table = await vault.shown(['timeline', 'till', '--no-color'], { columns: 120 });
  expect(table.lines.find((line) => line.includes(short(id)))).toContain('expired');
  const whole = await vault.shown(['show', id, '--no-color'], { columns: 200 });
  expect(whole.output).toContain('valid until 2026-01-31T23:59:59Z');
  expect(whole.output).toContain('review after 2099-01-31T23:59:59Z');
  const review = await vault.shown(['review', '--no-color'], { columns: 120 });
  expect(review.lines[1]).toMatch(new RegExp(`^due +${short(id)} .*till +Closed`));
  const edited = await vault.piped(['edit', id, '--valid-until', '']);
  expect(edited.stderr).toContain('revision 2: valid_until changed');
  expect((await vault.piped(['review'])).code).toBe(3);
  const history = await vault.shown(['history', id, '--no-color'], { columns: 120 });
  expect(history.output).toContain('valid_until');
});

test('a save says which notes it may contradict, and which command takes their place', async () => {
  const { id: three } = await saved('Retry webhooks 3 times');
  const { id: five, stderr } = await saved('Retry webhooks 5 times');
  expect(stderr).toContain(
    `may contradict: has another number: ${short(three)} Retry webhooks 3 times`,
  );
  const command = `memory-vault edit ${short(five)} --supersedes ${short(three)}`;
  expect(stderr).toContain(command);
  const review = await vault.shown(['review', '--no-color'], { columns: 120 });
  expect(review.lines[1]).toMatch(
    new RegExp(`^contradicted by ${short(five)} +${short(three)} .*Retry webhooks 3 times`),
  );
  const done = await vault.piped(command.split(' ').slice(1));
  expect(done.stderr).toContain('revision 2: supersedes changed');
  expect((await vault.piped(['review'])).code).toBe(3);
  expect((await saved('Nothing like it')).stderr).toBe('');
});

test('a time that is none is refused, and nothing is saved', async () => {
  const { code, stderr } = await vault.piped(['save', 'x', '--valid-until', 'tomorrow']);
  expect(code).not.toBe(0);
  expect(stderr).toContain('--valid-until must be an RFC 3339 date-time');
});
