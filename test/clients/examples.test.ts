import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { serviceHere } from '../support/serviceHere.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';
import { ADMIN_KEY } from '../support/testApp.js';

const EXAMPLES = fileURLToPath(new URL('../../examples/', import.meta.url));

/** How each example is run. */
const COMMANDS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  'curl.sh': ['sh'],
  'python.py': ['python3'],
  'typescript.ts': [process.execPath, '--import', 'tsx'],
};

const EXPECTED = `sent again with the same key: the same note
found 3 notes
timeline: Note 1
timeline: Note 2
timeline: Note 3
event: observation.saved
refused: 400 invalid_payload
`;

test('every example is run here', () => {
  expect(readdirSync(EXAMPLES).sort()).toEqual(Object.keys(COMMANDS));
});

test.each(Object.entries(COMMANDS))('the example %s does what it says', async (file, command) => {
  const service = await serviceHere(temporaryDirectory());
  expect(await run(command, file, service.url)).toEqual({ code: 0, stderr: '', stdout: EXPECTED });
});

async function run([program, ...args]: readonly [string, ...string[]], file: string, url: string) {
  const child = spawn(program, [...args, `${EXAMPLES}${file}`], {
    env: { PATH: process.env.PATH, VAULT_URL: url, VAULT_ADMIN_KEY: ADMIN_KEY },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const written = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (chunk) => {
      written[stream] += chunk;
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', (cause) =>
      reject(new Error(`${program} cannot be run, which examples/${file} needs`, { cause })),
    );
    child.once('close', resolve);
  });
  return { code, ...written };
}
