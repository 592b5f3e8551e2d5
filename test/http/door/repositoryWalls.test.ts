import { expect, test } from 'vitest';
import { ADMIN, note } from '../../support/notes.js';
import {
  ACME,
  claimed,
  ELSE,
  found,
  inside,
  listed,
  REPOSITORIES,
  savedIn,
} from '../../support/repositories.js';
import { type Headers, walledVault } from '../../support/walledVault.js';

test('behind a wall, a project of another team that is called after a repository tells nothing', async () => {
  const { client, ann, bob } = await walledVault(false);
  await savedIn(client, undefined, 'of beta', bob, 'else/api');
  expect(await claimed(client, ELSE, { dry_run: true }, ann)).toBe('api');
  expect(await claimed(client, ELSE, {}, ann)).toBe('api');
  expect(await claimed(client, ELSE, {}, bob)).toBe('else/api');
});

test('behind a wall, nobody learns by a claim which repositories another team has', async () => {
  const answers = await Promise.all(
    [true, false].map(async (isThere) => {
      const { client, ann, bob } = await walledVault(false);
      if (isThere) {
        await savedIn(client, ELSE, 'of beta', bob);
        await claimed(client, ACME, {}, bob);
      }
      return {
        rehearsed: await claimed(client, ACME, { dry_run: true }, ann),
        saved: await savedIn(client, ACME, 'of alpha', ann),
        second: await savedIn(client, ELSE, 'of alpha, too', ann),
        listed: await listed(client, ann),
        found: await found(client, 'else/api', ann),
        byIdentity: await found(client, ELSE, ann),
      };
    }),
  );
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]).toMatchObject({ saved: 'api', second: 'else/api' });
});

test('what a member claims is bound for its team alone, and takes no name from anybody else', async () => {
  const { client, ann, bob, eve } = await walledVault(false);
  await savedIn(client, undefined, 'for all', ADMIN);
  expect(await savedIn(client, 'evil.example/x/api', 'of alpha', ann)).toBe('api');
  expect(await claimed(client, ACME, {}, ADMIN)).toBe('api');
  expect(await claimed(client, ELSE, {}, bob)).toBe('else/api');
  // What is for all is not for those who have another repository of that name.
  expect(await claimed(client, ACME, {}, ann)).toBe('acme/api');
  expect(await claimed(client, ACME, {}, bob)).toBe('api');
  const repositoriesOf = async (headers: Headers) =>
    (await listed(client, headers)).map((one: { team?: string; repository: string }) =>
      [one.team, one.repository].filter(Boolean).join(': '),
    );
  expect(await repositoriesOf(bob)).toEqual([ACME, `beta: ${ELSE}`]);
  expect(await repositoriesOf(eve)).toHaveLength(4);
});

test('a member binds nothing anew, and gets no note of another team by any name', async () => {
  const { client, ann, bob } = await walledVault(false);
  await savedIn(client, ELSE, 'of beta', bob);
  const payload = { repository: ELSE, project: 'api' };
  for (const team of [undefined, 'alpha', 'beta']) {
    const refused = await client.call('PUT', REPOSITORIES, {
      payload: { ...payload, team },
      headers: ann,
    });
    expect(refused.json()).toMatchObject({ status: 403, code: 'forbidden' });
  }
  await savedIn(client, ELSE, 'of alpha', ann);
  for (const name of ['api', 'else/api', ELSE])
    for (const headers of [ann, inside(ELSE, ann)])
      expect(await found(client, name, headers)).not.toContain('of beta');
});

test('what an admin writes behind a wall binds its repository there, and tells other teams nothing', async () => {
  const answers = await Promise.all(
    [true, false].map(async (isThere) => {
      const { client, bob, eve } = await walledVault(false);
      if (isThere) {
        expect(await savedIn(client, ACME, 'of alpha', eve)).toBe('api');
        const beta = note({ project: 'till', content: 'of gamma', team: 'gamma' });
        const headers = inside('github.com/acme/till', ADMIN);
        await client.call('POST', '/api/v1/observations', { headers, payload: beta });
        expect(await found(client, 'api', inside(ACME, eve))).toEqual(['of alpha']);
        expect((await listed(client, eve)).map((one: { team?: string }) => one.team)).toEqual([
          'alpha',
          'gamma',
        ]);
      }
      return {
        listed: await listed(client, bob),
        rehearsed: await claimed(client, ELSE, { dry_run: true }, bob),
        longer: await claimed(client, 'github.com/acme/till', { dry_run: true }, bob),
      };
    }),
  );
  expect(answers[0]).toEqual(answers[1]);
});
