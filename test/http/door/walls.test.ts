import { describe, expect, test } from 'vitest';
import { ACCESS, nameOf, ROUTES } from '../../support/accessTable.js';
import { listenAs } from '../../support/messages.js';
import { ADMIN } from '../../support/notes.js';
import { answersOf, ULID, WALLED } from '../../support/wallAnswers.js';
import { MARK, NEVER, type WalledVault, walledVault } from '../../support/walledVault.js';
import { EXPECTED } from '../../support/wallProbes.js';

test('the table lists exactly the routes that a member may call', () => {
  const names = ROUTES.map(nameOf).filter((name) =>
    ['data', 'members'].includes(ACCESS[name] ?? ''),
  );
  expect(Object.keys(EXPECTED).sort()).toEqual(names.sort());
});

describe('behind its wall, a member finds nothing of another team', () => {
  test('every answer is the one of a vault in which that team has nothing', async () => {
    const [without, withBeta] = [await walledVault(false), await walledVault(true)];
    const expected = await answersOf(without, without.ann);
    const actual = await answersOf(withBeta, withBeta.ann);
    expect(expected.length).toBeGreaterThan(100);
    for (const [i, answer] of actual.entries()) expect(answer).toEqual(expected[i]);
  });

  /** How many messages ann gets of each stream of what there is. */
  const STREAMS = { '/api/v1/observations': 3, '/api/v1/events': 4 };

  test('every stream is known here', () => {
    const streams = WALLED.filter(({ route }) => route.answers[200]?.stream !== undefined);
    expect(streams.map(({ route }) => route.path).sort()).toEqual(Object.keys(STREAMS).sort());
  });

  test.each(Object.entries(STREAMS))(
    'the stream of %s is the one of a vault in which that team has nothing',
    async (path, told) => {
      const heard = [];
      for (const vault of [await walledVault(false), await walledVault(true)]) {
        const { client, ann, bob, own } = vault;
        const url = await client.server.listen({ host: '127.0.0.1', port: 0 });
        // From the start, and of what is written meanwhile.
        const { take } = await listenAs(`${url}${path}`, {
          ...ann,
          'last-event-id': '0',
        });
        const before = await take(told);
        if (vault.beta.event !== NEVER.event) {
          await client.call('DELETE', `/api/v1/observations/${vault.beta.note}`, { headers: bob });
          await client.call('DELETE', `/api/v1/observations/${vault.beta.inSession}`, {
            headers: ADMIN,
          });
        }
        await client.call('DELETE', `/api/v1/observations/${own.note}`, { headers: ann });
        const plain = JSON.stringify([...before, ...(await take(1))].map(({ data }) => data));
        const names = new Map<string, number>();
        heard.push(
          plain
            .replaceAll(/"position":\d+|"source":"memory-vault[^"]*"/g, '')
            .replaceAll(ULID, (id) => {
              names.set(id, names.get(id) ?? names.size);
              return `<${names.get(id)}>`;
            }),
        );
      }
      expect(heard[1]).toEqual(heard[0]);
      expect(heard[0]).toContain('forgotten');
    },
  );

  test('members are refused what concerns the whole vault, with the names and ids of beta', async () => {
    const vault = await walledVault(true);
    for (const route of ROUTES) {
      const access = ACCESS[nameOf(route)];
      if (access !== 'admins' && access !== 'vaults') continue;
      for (const value of [vault.beta.note, MARK, 'beta', 'common']) {
        const url = route.path.replaceAll(/\{\w+\}/g, value);
        const payload = route.example === undefined ? {} : { payload: route.example as object }; // JSON
        const { statusCode, body } = await vault.client.call(route.method, url, {
          headers: vault.ann,
          ...payload,
        });
        expect([nameOf(route), statusCode]).toEqual([
          nameOf(route),
          access === 'admins' ? 403 : 401,
        ]);
        expect(body).not.toContain(MARK);
      }
    }
  });
});

describe.each([
  ['the owner', '0', () => ADMIN],
  ['an admin of alpha', '0', ({ eve }: WalledVault) => eve],
  ['a member of beta', '0', ({ bob }: WalledVault) => bob],
  ['a member of alpha with VAULT_SHARED_READING=1', '1', ({ ann }: WalledVault) => ann],
] as const)('%s', (_who, VAULT_SHARED_READING, headersOf) => {
  test('finds what beta has on every route that shows it', async () => {
    const vault = await walledVault(true, { VAULT_SHARED_READING });
    const headers = headersOf(vault);
    for (const { route, name, tries, seen } of WALLED) {
      if (!seen) continue;
      const told = [];
      for (const { url } of tries(vault)) {
        const { body } = await vault.client.call(route.method, url, { headers });
        // `archive` is the phase of beta, which has no text.
        told.push(body.replaceAll(/"project":"[^"]*"/g, name.endsWith('/projects') ? '$&' : ''));
      }
      expect(told.join(), name).toMatch(name.includes('/sdd/') ? /"team":"beta"/ : MARK);
    }
  });
});
