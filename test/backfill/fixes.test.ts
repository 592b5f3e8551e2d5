import { expect, test } from 'vitest';
import { cleanPart } from '../../src/backfill/extract/clean.js';
import { fixFinder } from '../../src/backfill/extract/fixes.js';
import { withoutSecrets } from '../../src/hook/write.js';

const clean = withoutSecrets;

type Step = readonly [command: string, output?: string] | { readonly changes: string };

const FAILS = 'AssertionError: the till charged twice for one basket';

/** A command with an output has failed; one without has worked. */
async function fixesOf(steps: readonly Step[]) {
  const finder = fixFinder(clean);
  for (const [i, step] of steps.entries()) {
    if ('changes' in step) finder.changed([step.changes]);
    else {
      const [command, output] = step;
      await finder.ran({
        command,
        failed: output !== undefined,
        output: output ?? '',
        place: `${i}`,
        at: i,
      });
    }
  }
  return finder.fixes();
}

test('what failed and works after a change is a fix, with the files and the first place', async () => {
  expect(
    await fixesOf([
      ['npm test', FAILS],
      ['npm test', FAILS],
      { changes: 'src/till.ts' },
      ['npm test'],
    ]),
  ).toMatchObject([
    {
      name: 'npm test',
      errors: [FAILS],
      files: ['src/till.ts'],
      between: [],
      times: 2,
      place: '0',
    },
  ]);
});

test('what works with other arguments is a fix, and so is what works after another command', async () => {
  const error = "fatal: The current branch dev has no upstream branch and won't be pushed";
  expect(await fixesOf([['git push', error], ['git push -u origin dev']])).toMatchObject([
    { failed: 'git push', worked: 'git push -u origin dev', files: [], between: [] },
  ]);
  const missing = "Error: Cannot find module 'fastify' required by the server";
  expect(await fixesOf([['npm test', missing], ['npm ci'], ['npm test']])).toMatchObject([
    { name: 'npm test', between: ['npm ci'] },
  ]);
});

test.each<[string, readonly Step[]]>([
  ['worked by itself', [['npm test', FAILS], ['npm test']]],
  ['another one worked', [['npm test', FAILS], { changes: 'a' }, ['npm run build']]],
  ['never worked', [['npm test', FAILS], { changes: 'a' }]],
  ['only looked', [['grep -r Error src', FAILS], { changes: 'a' }, ['grep -r Error src']]],
  ['asked a service', [['curl -f localhost', FAILS], { changes: 'a' }, ['curl -f localhost']]],
  ['did not say why', [['npm test', 'Killed'], { changes: 'a' }, ['npm test']]],
])('what %s is no fix', async (_, steps) => {
  expect(await fixesOf(steps)).toEqual([]);
});

test('a command whose end is hidden by a pipe has worked only if it prints no error', async () => {
  const finder = fixFinder(clean);
  const ran = (command: string, failed: boolean, output: string) =>
    finder.ran({ command, failed, output, place: '', at: 0 });
  await ran('npm test', true, FAILS);
  finder.changed(['a.ts']);
  await ran('npm test | tail -5', false, FAILS);
  expect(finder.fixes()).toEqual([]);
  await ran('npm test | tail -5', false, '12 passed');
  expect(finder.fixes()).toHaveLength(1);
});

test('of many, those that tell most are kept, and a change of everything tells nothing', async () => {
  const codes = ['build', 'lint', 'check', 'deploy', 'bundle', 'types', 'docs', 'pack'];
  const steps = codes.flatMap((name, i): Step[] => [
    [
      `npm run ${name}`,
      i % 2
        ? `error TS234${i}: wrong shape of the till in ${name}`
        : `the ${name} of the till failed badly`,
    ],
    { changes: `${name}.ts` },
    [`npm run ${name}`],
  ]);
  const kept = (await fixesOf(steps)).map(({ name }) => name);
  expect(kept).toHaveLength(5);
  for (const name of ['lint', 'deploy', 'types', 'pack']) expect(kept).toContain(`npm run ${name}`);
  const many = Array.from({ length: 12 }, (_, i): Step => ({ changes: `${i}.ts` }));
  expect(await fixesOf([['npm test', FAILS], ...many, ['npm test']])).toEqual([]);
});

test('commands and outputs are clean as a whole before they are cut or taken apart', async () => {
  const secret = `ghp_${'a1B2'.repeat(9)}`;
  const command = `${'X='.padEnd(280, 'y')} GH=${secret} npm run build`;
  const output = `error TS2345: the till is broken\n<private>\nError TS9999: the customer owes us money\n</private>`;
  const [fix] = await fixesOf([[command, output], { changes: 'a.ts' }, [command]]);
  expect(fix?.errors).toEqual(['error TS2345: the till is broken']);
  const said = JSON.stringify(fix);
  expect(said).toContain('npm run build');
  expect(said).not.toContain(secret.slice(0, 8));
  expect(said).not.toContain('customer');
  const long = `error TS2345: the till is broken\n${'x'.repeat(300_000)}`;
  expect(await fixesOf([['npm test', long], { changes: 'a.ts' }, ['npm test']])).toEqual([]);
});

test('of a text that is cut, the end goes: half a secret does not show what it is', async () => {
  const most = 10_000;
  const before = 'a word or two. '.repeat(700).slice(0, most - 12);
  const secret = `ghp_${'a1B2'.repeat(9)}`;
  const cut = await cleanPart(`${before} ${secret} and so on`, most, clean);
  expect(cut.length).toBeGreaterThan(5_000);
  expect(cut).not.toContain('ghp_');
  expect(await cleanPart('short', most, clean)).toBe('short');
});
