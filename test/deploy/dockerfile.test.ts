import { existsSync, readFileSync } from 'node:fs';
import { DockerfileParser } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.js';
import { backupDirOf } from '../../src/config/dataDir.js';
import { SERVICE_ENV, SERVICE_FLAGS } from '../../src/config/nodeFlags.js';
import { DOCKERFILE, imageEnvironment } from './imageEnvironment.js';

const ROOT = new URL('../../', import.meta.url);
const dockerfile = DockerfileParser.parse(DOCKERFILE);

test('the Dockerfile has no fault that a linter finds', () => {
  expect(validate(DOCKERFILE)).toEqual([]);
  expect(validate('FROM node\nCOPPY a b\n')).toHaveLength(1);
});

test('what the Dockerfile copies is there, and .dockerignore lets exactly that through', () => {
  const copied = dockerfile
    .getCOPYs()
    .filter((copy) => copy.getFlags().length === 0)
    .flatMap((copy) => copy.getArguments().slice(0, -1))
    .map(String);
  expect(copied.filter((path) => !existsSync(new URL(path, ROOT)))).toEqual([]);
  const ignored = readFileSync(new URL('.dockerignore', ROOT), 'utf8').trim().split('\n');
  expect(ignored).toContain('*');
  const passed = ignored.flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []));
  expect(passed.sort()).toEqual(copied.sort());
});

test('the settings of the image are right: reachable from outside, for members only', () => {
  const { unknown, host, auth, dataDir } = readConfig(imageEnvironment());
  expect({ unknown, host, auth, dataDir }).toEqual({
    unknown: [],
    host: '0.0.0.0',
    auth: 'session',
    dataDir: '/data',
  });
  // The root of the file system may be read-only.
  expect(backupDirOf(imageEnvironment())).toMatch(/^\/data\//);
});

test('the container and npm start run Node with the flags of a service', () => {
  const start = ['node', ...SERVICE_FLAGS];
  expect(DOCKERFILE).toContain(
    `ENTRYPOINT ${JSON.stringify([...start, '/app/dist/cli.js']).replaceAll(',', ', ')}`,
  );
  const { scripts } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  );
  const env = Object.entries(SERVICE_ENV).map(([name, value]) => `${name}=${value}`);
  expect(scripts.start).toBe(`${env.join(' ')} exec ${start.join(' ')} scripts/start.mjs`);
  for (const one of env) expect(DOCKERFILE).toContain(`    ${one} \\\n`);
});
