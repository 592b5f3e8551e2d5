import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serviceHere } from './support/serviceHere.js';
import { temporaryDirectory } from './support/temporaryDirectory.js';
import { CLI, inTerminal } from './support/terminal.js';
import { ADMIN_KEY } from './support/testApp.js';

const TOUR = readFileSync(new URL('../docs/tour.md', import.meta.url), 'utf8');

/** `$ command` (over several lines while they are indented) and the output below it. */
const steps = [...TOUR.matchAll(/```console\n\$ ([\s\S]*?)\n(?! )([\s\S]*?)\n```/g)].map(
  ([, command = '', output = '']) => ({ command, output }),
);

const ULID = /[0-7][0-9A-HJKMNP-TV-Z]{25}/;

/** Only ids and times may differ from run to run. */
const masked = (text: string) => text.trim().replaceAll(/\d{4}-\d\d-\d\d( \d\d:\d\d)?/g, '<time>');

test('the tour shows in a terminal what it says', async () => {
  expect(steps).toHaveLength(6);
  const directory = temporaryDirectory();
  const service = await serviceHere(join(directory, 'data'));
  const program = join(directory, 'memory-vault');
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${CLI}' "$@"\n`);
  chmodSync(program, 0o755);
  const env = {
    HOME: directory,
    VAULT_DATA_DIR: join(directory, 'data'),
    VAULT_ADMIN_KEY: ADMIN_KEY,
    VAULT_PORT: new URL(service.url).port,
    NO_COLOR: '1',
    PATH: `${directory}:${process.env.PATH}`,
  };
  let [there = '', here = ''] = ['', ''];
  for (const { command, output } of steps) {
    const said = command
      .replaceAll('http://127.0.0.1:7438', service.url)
      .replaceAll(there.slice(-8) || '-', here.slice(-8) || '-');
    const shown = await inTerminal(['-c', said], { program: 'bash', columns: 100, env });
    if (there === '') {
      // The id of the page stands for that of this run.
      [there = '', here = ''] = [ULID.exec(output)?.[0], ULID.exec(shown.output)?.[0]];
    }
    const expected = output.replaceAll(there, here).replaceAll(there.slice(-8), here.slice(-8));
    expect(masked(shown.output)).toBe(masked(expected));
  }
});
