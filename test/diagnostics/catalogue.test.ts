import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { DIAGNOSTICS, type DiagnosticCode, entryOf } from '../../src/diagnostics/catalogue.js';

const src = fileURLToPath(new URL('../../src/', import.meta.url));
const sources = new Map(filesOf(src).map((file) => [file, readFileSync(`${src}${file}`, 'utf8')]));
// The keys of DIAGNOSTICS are its codes; Object.keys forgets it.
const codes = Object.keys(DIAGNOSTICS) as DiagnosticCode[];

test('every code of the catalogue is said somewhere', () => {
  const others = [...sources].filter(([file]) => file !== 'diagnostics/catalogue.ts');
  const text = others.map(([, source]) => source).join('\n');
  expect(codes.filter((code) => !text.includes(`'${code}'`))).toEqual([]);
});

test('every code says what it means, and whatever is wrong what to do', () => {
  for (const code of codes) {
    const { level, meaning, next } = entryOf(code);
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(meaning).toMatch(/^\S.*[^.]$/);
    if (level !== 'info') expect(`${code}: ${next}`).toMatch(/: \w.*[^.]$/);
  }
});

test('a running service writes to its log only: commands for people are the only others that print', () => {
  const printing = [...sources].filter(([, source]) =>
    /\bconsole\.|process\.(stdout|stderr)\.write/.test(source),
  );
  // And the program of hooks, which answers the agent that runs it.
  const forPeople =
    /^cli\/(?!serveCommand)\w+Command\.ts$|^cli\/(sayState|terminal\/(output|program|exit)|setup\/(findings|printPlan))\.ts$|^hook\/main\.ts$/;
  expect(printing.map(([file]) => file).filter((file) => !forPeople.test(file))).toEqual([]);
  // What `serve` loads besides them prints nothing, either.
  for (const file of ['cli/serveCommand.ts', 'cli/serve.ts', 'cli/listen.ts']) {
    expect(sources.get(file) ?? expect.fail(`there is no ${file}`)).not.toMatch(/printFailure/);
  }
});

function filesOf(directory: string): string[] {
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith('.ts'));
}
