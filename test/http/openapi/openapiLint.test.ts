import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { documentOf } from '../../support/openapiDocument.js';
import { temporaryDirectory } from '../../support/temporaryDirectory.js';

test('the strict linter finds nothing in the document', async () => {
  const directory = temporaryDirectory();
  const file = join(directory, 'openapi.json');
  writeFileSync(file, JSON.stringify(await documentOf()));
  const linter = fileURLToPath(new URL('../../../node_modules/.bin/redocly', import.meta.url));
  const { status, stdout, stderr } = spawnSync(
    linter,
    ['lint', '--extends', 'recommended-strict', '--format', 'json', file],
    {
      cwd: directory,
      encoding: 'utf8',
      env: {
        ...process.env,
        REDOCLY_TELEMETRY: 'off',
        REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
        REDOCLY_SUPPRESS_NOTIFICATIONS: 'true',
        CI: 'true',
      },
    },
  );
  expect(JSON.parse(stdout).problems, stderr).toEqual([]);
  expect(status).toBe(0);
});
