import { expect, onTestFinished, test } from 'vitest';
import type { App } from '../../../src/app/app.js';
import { openApp } from '../../../src/app/openApp.js';
import { forgetObservation } from '../../../src/commands/forgetObservation.js';
import { newSigningKey } from '../../../src/log/signedCheckpoint/noteKey.js';
import { givenPostgres, type TestDatabase } from '../../support/postgres/givenPostgres.js';
import { saveNote } from '../../support/saveNote.js';
import { testConfig } from '../../support/testApp.js';

const database = givenPostgres();
const CHECKPOINT_KEY = newSigningKey('memory-vault/nodes');

/** Opens a vault as a node of the shared log in a database. */
async function nodeOf({ url }: TestDatabase, name: string): Promise<App> {
  const app = await openApp(
    testConfig({
      VAULT_LOG: url(),
      VAULT_NODE: name,
      VAULT_LOG_DURABILITY: 'managed',
      VAULT_TOKEN_SECRET: 'the token secret of all nodes',
      VAULT_CHECKPOINT_KEY: CHECKPOINT_KEY,
    }),
  );
  onTestFinished(() => app.close());
  return app;
}

test('what one node saves, another one reads', async () => {
  const shared = await database();
  const [one, two] = [await nodeOf(shared, 'one'), await nodeOf(shared, 'two')];
  const id = await saveNote(one, { title: 'from the first node' });
  const { position } = await one.log.head();
  expect(await two.log.reach(position, 0)).toBe(true);
  expect(await two.log.head()).toEqual(await one.log.head());
  await two.executor.execute(forgetObservation, { id }, { meta: { actor: 'test' } });
  expect(await one.log.reach(position + 1, 0)).toBe(true);
  expect((await one.log.readAfter(0, 9)).map(({ type }) => type)).toEqual([
    ...['erased', 'observation.forgotten'],
  ]);
  expect(await two.wiper.wipe(position + 1, 5000)).toBe(true);
});
