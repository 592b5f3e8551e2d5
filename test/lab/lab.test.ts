import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { PROGRAMS } from '../../lab/programs.js';
import { runProgram } from '../support/program.js';

const LAB = fileURLToPath(new URL('../../lab/', import.meta.url));

/** What `npm run lab` prints with some arguments, and how it ends. */
async function lab(...args: readonly string[]) {
  const program = runProgram(process.execPath, ['--import', 'tsx', `${LAB}lab.ts`, ...args]);
  const { code } = await program.ended;
  return { code, output: program.output() };
}

test('every program of the laboratory is listed, and every listed one is there', () => {
  const programs = readdirSync(LAB, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .filter((file) => /^export const program\b/m.test(readFileSync(`${LAB}${file}`, 'utf8')))
    .map((file) => file.replace('.ts', '').replace(/[/\\]/, ':'));
  expect(programs.toSorted()).toEqual(Object.keys(PROGRAMS).toSorted());
});

test('without a name, each program is listed with what it answers and takes', async () => {
  const { code, output } = await lab();
  expect(code).toBe(0);
  for (const [name, { answers, takes }] of Object.entries(PROGRAMS)) {
    const line = output.split('\n').find((one) => one.startsWith(`  ${name} `));
    expect(line).toContain(`${answers} (${takes}`.replaceAll('`', ''));
  }
});

test('a name that no program has is refused with the nearest one', async () => {
  const { code, output } = await lab('serch');
  expect(code).toBe(2);
  expect(output).toContain("unknown command 'serch'\n(Did you mean search?)");
});

test('a program gets its own arguments', async () => {
  const { code, output } = await lab('bench:privacy', '--nonsense');
  expect(code).toBe(1);
  expect(output).toContain("unknown option '--nonsense'");
});
