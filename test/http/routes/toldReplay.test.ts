import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testClient } from '../../support/client.js';
import { ADMIN, save } from '../../support/notes.js';
import { testApp } from '../../support/testApp.js';
import { start } from '../../support/workSessions.js';

/** What can happen to a few notes and sessions, by their numbers. */
const step = fc.oneof(
  fc.record({ act: fc.constantFrom('save', 'start') }),
  fc.record({ act: fc.constantFrom('revise', 'forget note'), note: fc.nat(5) }),
  fc.record({ act: fc.constantFrom('forget session', 'forget project'), session: fc.nat(3) }),
  fc.record({
    act: fc.constant('tell'),
    session: fc.nat(3),
    notes: fc.array(fc.nat(5), { minLength: 1, maxLength: 4 }),
    tokens: fc.nat(2),
  }),
  fc.record({
    act: fc.constant('judge'),
    note: fc.nat(5),
    session: fc.option(fc.nat(3)),
    verdict: fc.constantFrom('helped', 'outdated', 'wrong'),
  }),
);

/** Each fact may be missing: it is not of that step. */
interface Step {
  readonly act: string;
  readonly note?: number;
  readonly session?: number | null;
  readonly notes?: readonly number[];
  readonly tokens?: number;
  readonly verdict?: string;
}

test('whatever is told, judged, revised and forgotten, a replay gives the same', async () => {
  const played = fc.asyncProperty(
    fc.array(step as fc.Arbitrary<Step>, { minLength: 10, maxLength: 60 }),
    async (steps) => {
      const app = await testApp();
      const client = await testClient(app);
      const post = (url: string, payload: object) =>
        client.call('POST', url, { payload, headers: ADMIN });
      const notes = [await save(client, { project: 'p' })];
      const sessions = [(await start(client, { project: 'p' })).id];
      const one = (of: readonly string[], n = 0) => of[n % of.length] ?? '';
      for (const { act, note, session, notes: told = [], tokens, verdict } of steps) {
        const path = `/api/v1/observations/${one(notes, note)}`;
        const session_id = session === null ? undefined : one(sessions, session);
        if (act === 'save') notes.push(await save(client, { project: `p${notes.length % 2}` }));
        if (act === 'start')
          sessions.push((await start(client, { project: `p${sessions.length % 2}` })).id);
        if (act === 'revise')
          await client.call('PATCH', path, { payload: { content: `${steps.length}` } });
        if (act === 'forget note') await client.call('DELETE', path);
        if (act === 'forget session') await client.call('DELETE', `/api/v1/sessions/${session_id}`);
        if (act === 'forget project') await post('/admin/forget', { project: 'p1' });
        if (act === 'judge') await post(`${path}/verdict`, { verdict, session_id });
        if (act === 'tell') {
          const given = told.map((n) => ({ id: one(notes, n), revision: 1 }));
          await post(`/api/v1/sessions/${session_id}/told`, {
            moment: 'search',
            notes: given,
            tokens,
          });
        }
      }
      expect((await app.rebuilder.start()).same).toBe(true);
      await app.close();
    },
  );
  await fc.assert(played, { numRuns: 15 });
});
