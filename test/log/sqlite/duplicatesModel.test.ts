import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { EventLog } from '../../../src/log/eventLog.js';
import { openSqliteEventLog } from '../../../src/log/sqlite/sqliteEventLog.js';
import { append, note as noteOf, SESSION } from '../../support/hashedNotes.js';
import { temporaryDirectory } from '../../support/temporaryDirectory.js';

async function positions(log: EventLog, hash: string): Promise<readonly number[]> {
  const all: number[] = [];
  for await (const { position } of log.findDuplicates({ scope: SESSION, hash })) all.push(position);
  return all.sort((a, b) => a - b);
}

const hash = fc.tuple(fc.nat(1), fc.nat(4)).map(([start, rest]) => `0${start}${rest}`);
const step = fc.record({
  what: fc.constantFrom('save', 'save', 'save two', 'revise', 'refused'),
  hash,
  asked: hash,
  note: fc.nat(),
  writer: fc.nat(1),
  reader: fc.nat(1),
});

test('two connections find what a plain list of notes holds, however often the tables are settled', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 20, maxLength: 60 }),
      fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 })),
      async (steps, lags) => {
        const file = join(temporaryDirectory(), 'log.db');
        const logs = lags.map((lag) => openSqliteEventLog(file, { lag }));
        // A safe cast: there are two.
        const at = (i: number) => logs[i] as EventLog;
        const held: { hash: string; position: number; version: number }[] = [];
        let end = 0;
        for (const { what, hash, asked, note, writer, reader } of steps) {
          const saved = (n: number) => noteOf(held.length + n, hash);
          const one = held[note % Math.max(1, held.length)];
          if (what === 'refused') {
            await expect(append(at(writer), [saved(0), saved(0)])).rejects.toThrow();
          } else if (what === 'revise' && one) {
            one.version += 1;
            await append(at(writer), [noteOf(held.indexOf(one), hash, one.version)]);
            end += 1;
            Object.assign(one, { hash, position: end });
          } else {
            const count = what === 'save two' ? 2 : 1;
            await append(
              at(writer),
              Array.from({ length: count }, (_, n) => saved(n)),
            );
            for (let n = 0; n < count; n += 1) {
              end += 1;
              held.push({ hash, position: end, version: 1 });
            }
          }
          const wanted = held.filter((holder) => holder.hash === asked);
          expect(await positions(at(reader), asked)).toEqual(
            wanted.map(({ position }) => position).sort((a, b) => a - b),
          );
        }
        for (const log of logs) await log.close();
      },
    ),
    { numRuns: 25 },
  );
});
