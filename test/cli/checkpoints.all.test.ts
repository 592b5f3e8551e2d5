import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCli, startService } from '../support/service.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

const CONNECTIONS = 16;
const EACH = 25;
/**
 * A few dozen pages each: in all, five times the 8 MB at which the write-ahead log of read models is moved. On top of that, it
 * holds one transaction with all saves of half a second. Full stops cost neither the filter nor the index much.
 */
const CONTENT = `What was learned about checkpoints${'. '.repeat(54_000)}.`;

test('a thread checkpoints the write-ahead logs while saves go on, and no event is lost', async () => {
  const directory = temporaryDirectory();
  const service = await startService(directory);
  const save = async (title: string) => {
    const response = await fetch(`${service.url}/api/v1/observations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'learning', title, content: `${title} ${CONTENT}` }),
    });
    expect(response.status).toBe(200);
  };
  const connection = async (_: unknown, at: number) => {
    for (let i = 0; i < EACH; i++) await save(`note ${at}-${i}`);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));

  const saved = CONNECTIONS * EACH * CONTENT.length;
  for (const name of ['log.db', 'views.db']) {
    const file = join(directory, name);
    expect([name, statSync(file).size > saved / 2]).toEqual([name, true]);
    expect([name, statSync(`${file}-wal`).size < saved / 2]).toEqual([name, true]);
  }
  await service.stop('SIGKILL');
  const verified = await runCli(['verify'], directory);
  expect(verified.output).toContain(`${CONNECTIONS * EACH} events`);
  expect(verified.code).toBe(0);
});
