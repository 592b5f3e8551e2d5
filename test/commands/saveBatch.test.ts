import { expect, test } from 'vitest';
import { ImportObservation } from '../../src/commands/observations.js';
import { type ItemOutcome, saveBatch } from '../../src/commands/saveBatch.js';
import { parse } from '../../src/domain/parse.js';
import { testApp } from '../support/testApp.js';

const note = (title: string, more = {}) => ({ title, content: 'c', type: 'task', ...more });

/** A batch in which every value is an item on a line of its own. */
async function* itemsOf(values: readonly unknown[]) {
  for (const [i, value] of values.entries())
    yield { line: i + 1, bytes: 100, read: async () => value };
}

const toResult = (outcome: ItemOutcome) =>
  'saved' in outcome ? outcome.saved.key : `line ${outcome.line}: ${outcome.refused.code}`;

async function vault() {
  const app = await testApp();
  const save = (values: readonly unknown[], idempotencyKey?: string) =>
    saveBatch(
      app,
      {
        items: itemsOf(values),
        parse: (item) => parse(ImportObservation, item, 'invalid_payload'),
        toResult,
      },
      { meta: { actor: 'test' }, idempotencyKey },
    );
  return { app, save };
}

test('every item has its result, counts and the last position', async () => {
  const { save } = await vault();
  const session_id = '01KA5ZJ3M4T6V8X0Y2Z4A6C8E0';
  const twice = note('one', { session_id });
  const { results, ...counts } = await save([twice, 'no note', twice, note('two')]);
  expect(results).toHaveLength(4);
  expect(results[1]).toBe('line 2: invalid_payload');
  expect(results[2]).toBe(results[0]);
  expect(counts).toEqual({ total: 4, stored: 2, deduplicated: 1, failed: 1, position: 2 });
});

test('a dry run among them stores nothing and has no position', async () => {
  const { app, save } = await vault();
  const { position, stored } = await save([note('one', { dry_run: true })]);
  expect({ position, stored }).toEqual({ position: 0, stored: 0 });
  expect((await app.log.head()).position).toBe(0);
});

test('the same batch with the same key is answered the same; another one is refused whole', async () => {
  const { app, save } = await vault();
  const notes = Array.from({ length: 450 }, (_, i) => note(`note ${i}`));
  const first = await save(notes, 'key');
  expect(first.stored).toBe(450);
  expect(await save(notes, 'key')).toEqual(first);
  expect((await app.log.head()).position).toBe(450);
  await expect(save([note('other'), ...notes.slice(1)], 'key')).rejects.toMatchObject({
    code: 'idempotency_mismatch',
  });
  await expect(save(notes.slice(1), 'key')).rejects.toMatchObject({ code: 'idempotency_mismatch' });
  expect((await app.log.head()).position).toBe(450);
});
