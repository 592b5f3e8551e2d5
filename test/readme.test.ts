import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startService } from './support/service.js';
import { temporaryDirectory } from './support/temporaryDirectory.js';

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

/** `$ command` (over several lines while they are indented) and the output below it. */
const steps = [...README.matchAll(/```console\n\$ ([\s\S]*?)\n(?! )([\s\S]*?)\n```/g)].map(
  ([, command = '', output = '']) => ({ command, output }),
);

/** Only ids, times and request ids may differ from run to run. */
const masked = (text: string) =>
  text
    .trim()
    .replaceAll(/[0-7][0-9A-HJKMNP-TV-Z]{25}/g, '<ulid>')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, '<time>')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<uuid>');

test('the walk-through in the README gives the results shown there', async () => {
  expect(steps).toHaveLength(4);
  const service = await startService(temporaryDirectory());
  for (const { command, output } of steps) {
    const script = command.replaceAll('http://127.0.0.1:7437', service.url);
    const answer = execFileSync('bash', ['-c', script], { encoding: 'utf8' });
    expect(masked(answer)).toBe(masked(output));
  }
});
