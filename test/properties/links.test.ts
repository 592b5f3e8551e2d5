import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { acceptObservation, refuseObservation } from '../../src/commands/accepting.js';
import {
  forgetObservation,
  reviseObservation,
  saveObservation,
  setPin,
} from '../../src/commands/observations.js';
import { EVERYTHING } from '../../src/domain/caller.js';
import { Rejection } from '../../src/domain/rejection.js';
import { allProjections } from '../../src/projections/allProjections.js';
import { getObservation } from '../../src/queries/getObservation.js';
import { openViews, rebuildViews } from '../../src/views/openViews.js';
import { dump } from '../../src/views/verifyViews.js';
import { runs } from '../support/depth.js';
import { deterministic } from '../support/deterministic.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';
import { testApp } from '../support/testApp.js';

/** A step about one of the notes saved so far; `of` counts around. */
const steps = fc.array(
  fc.record({
    do: fc.constantFrom(
      ...['save', 'supersede', 'supersede', 'pin', 'unpin', 'revise', 'forget'],
      ...['propose', 'propose', 'accept', 'accept', 'refuse'],
    ),
    of: fc.nat(20),
  }),
  { maxLength: 25 },
);

/** What a note is known to be after an event. */
interface Fact {
  readonly position: number;
  readonly id: string;
  readonly supersedes?: string;
  readonly pinned?: boolean;
}

/** Plays steps, and gives what each of them made true. */
async function played(history: readonly { readonly do: string; readonly of: number }[]) {
  const app = await testApp();
  const facts: Fact[] = [];
  const ids: string[] = [];
  const gone = new Set<string>();
  /** The notes that are proposed, and whose place each is to take. */
  const proposed = new Map<string, string | undefined>();
  const meta = { meta: { actor: 'test' } };
  const save = async (supersedes?: string, state?: 'proposed') => {
    const plain = { title: 't', content: `c ${ids.length}`, type: 'task' as const, force: false };
    const names = { project: 'p', team: undefined, country: undefined, author: undefined };
    const rest = { tags: undefined, session_id: undefined, dry_run: false, supersedes, state };
    const input = { ...plain, ...names, ...rest };
    const { key: id, position } = await app.executor.execute(saveObservation, input, meta);
    ids.push(id);
    if (state === 'proposed') proposed.set(id, supersedes);
    else facts.push({ position, id, pinned: false, ...(supersedes && { supersedes }) });
  };
  for (const [n, step] of history.entries()) {
    const id = ids[step.of % Math.max(1, ids.length)];
    try {
      if (step.do === 'save' || id === undefined) await save();
      else if (step.do === 'supersede') await save(id);
      else if (step.do === 'propose') await save(step.of % 2 === 0 ? id : undefined, 'proposed');
      else if (step.do === 'accept') {
        const accept = { id, sees: EVERYTHING };
        const { position, appended } = await app.executor.execute(acceptObservation, accept, meta);
        const supersedes = proposed.get(id);
        if (appended)
          facts.push({ position, id, pinned: false, ...(supersedes && { supersedes }) });
        proposed.delete(id);
      } else if (step.do === 'refuse') {
        await app.executor.execute(refuseObservation, { id, sees: EVERYTHING }, meta);
        gone.add(id);
      } else if (step.do === 'forget') {
        await app.executor.execute(forgetObservation, { id }, meta);
        gone.add(id);
      } else if (step.do === 'revise') {
        const change = { title: `t ${n}`, content: undefined, type: undefined, tags: undefined };
        await app.executor.execute(reviseObservation, { id, ...change }, meta);
      } else {
        const pinned = step.do === 'pin';
        const { position, appended } = await app.executor.execute(setPin, { id, pinned }, meta);
        if (appended) facts.push({ position, id, pinned });
      }
    } catch (error) {
      // Only for what was forgotten, for a pin of what is proposed, and for what counts already.
      const isMeant = gone.has(String(id)) || proposed.has(String(id)) || step.do === 'refuse';
      if (!(error instanceof Rejection) || !isMeant) throw error;
    }
  }
  return { app, facts, gone };
}

/** What is to be shown of a note at a position, from the facts alone. */
function expected(facts: readonly Fact[], gone: ReadonlySet<string>, id: string, at: number) {
  const known = facts.filter((fact) => fact.position <= at && !gone.has(fact.id));
  const target = known.find((fact) => fact.id === id && fact.supersedes)?.supersedes;
  return {
    supersedes: known.some((fact) => fact.id === target) ? target : undefined,
    superseded_by: known.findLast(({ supersedes }) => supersedes === id)?.id,
    pinned: known.findLast((fact) => fact.id === id)?.pinned || undefined,
  };
}

test('at every moment, a note shows its links and its pin as they were, without what was forgotten', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      const { app, facts, gone } = await played(history);
      const { position: head } = await app.log.head();
      for (const { id, position } of facts) {
        if (gone.has(id)) continue;
        for (let at = position; at <= head; at += 1) {
          const { supersedes, superseded_by, pinned } = await getObservation(app, EVERYTHING, id, {
            as_of: at,
            at: 0,
          });
          expect({ supersedes, superseded_by, pinned }).toEqual(expected(facts, gone, id, at));
        }
      }
    }),
    { numRuns: runs(12, 25) },
  );
});

test('a replay gives the same links and pins', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      const { app } = await played(history);
      const live = [...dump(await app.readModels.current('observations'), allProjections)];
      const options = {
        file: join(temporaryDirectory(), 'rebuilt.db'),
        log: app.log,
        projections: deterministic(allProjections),
        onError: (error: unknown) => expect.fail(String(error)),
      };
      await rebuildViews(options);
      const rebuilt = await openViews(options);
      expect([...dump(rebuilt.views, allProjections)]).toEqual(live);
      rebuilt.close();
    }),
    { numRuns: runs(12, 25) },
  );
});
