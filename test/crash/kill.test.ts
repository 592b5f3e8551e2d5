import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { checkChain } from '../support/checkChain.js';
import { startService } from '../support/service.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

const KILLS = 30;

test(`SIGKILL right after a 200 loses nothing, ${KILLS} times`, async () => {
  const directory = temporaryDirectory();
  const acknowledged: string[] = [];
  for (let round = 0; round < KILLS; round++) {
    const service = await startService(directory);
    const { promise: first, resolve: acknowledge } = deferred();
    // Others are under way when the kill comes: some answered, some not, none half stored.
    const saves = Array.from({ length: 1 + (round % 16) }, async (_, i) => {
      const id = await save(service.url, `round ${round} note ${i}`);
      if (id === undefined) return;
      acknowledged.push(id);
      acknowledge();
    });
    await first;
    await service.stop('SIGKILL');
    await Promise.all(saves);
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(KILLS);
  const service = await startService(directory);
  for (const id of acknowledged) {
    const response = await fetch(`${service.url}/api/v1/observations/${id}`);
    expect(response.status).toBe(200);
  }
  expect(await service.stop('SIGTERM')).toBe(0);
  expect(checkChain(join(directory, 'log.db'))).toEqual([]);
});

/** The id of an acknowledged save; undefined when the service went away before it answered. */
async function save(url: string, title: string): Promise<string | undefined> {
  try {
    const response = await fetch(`${url}/api/v1/observations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ title, content: title, type: 'learning', project: 'crash' }),
    });
    const answer: unknown = await response.json();
    return z.object({ id: z.string() }).parse(answer).id;
  } catch (error) {
    if (error instanceof TypeError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
