import type { LightMyRequestResponse } from 'fastify';
import { nameOf, ROUTES } from './accessTable.js';
import type { Headers, WalledVault } from './walledVault.js';
import { endOf, idsOf } from './wallProbe.js';
import { EXPECTED } from './wallProbes.js';

/** The routes behind walls. The logout comes last, because it ends the session that the others need. */
export const WALLED = ROUTES.flatMap((route) => {
  const expected = EXPECTED[nameOf(route)];
  return expected ? [{ route, name: nameOf(route), ...expected }] : [];
}).sort(
  (a, b) => Number(a.name.startsWith('DELETE /auth')) - Number(b.name.startsWith('DELETE /auth')),
);

// In JSON, a line break before it is a backslash and an n.
export const ULID = /(?<![0-9A-Z])[0-7][0-9A-HJKMNP-TV-Z]{25}\b/g;

/**
 * Gives answers in a form that is equal in two vaults that show the same: ids by the order in which they come, without
 * what is shared by decision (positions, scores, numbers of events and duplicates) and without what differs each time.
 */
function plainAnswers(vault: WalledVault) {
  const names = new Map(Object.entries(vault.beta).map(([name, id]) => [id, `<beta's ${name}>`]));
  // Refusals repeat an end as it was asked for.
  const ends = idsOf(vault).map((id, i) => [new RegExp(`\\b${endOf(id)}\\b`, 'g'), i] as const);
  const named = (text: string) =>
    ends
      .reduce((all, [end, i]) => all.replaceAll(end, `<end ${i}>`), text)
      .replaceAll(ULID, (id) => {
        const name = names.get(id) ?? `<${names.size}>`;
        names.set(id, name);
        return name;
      });
  return ({ statusCode, headers, body }: LightMyRequestResponse) => {
    const { 'x-request-id': _id, 'x-log-position': _at, date: _date, ...kept } = headers;
    const { 'content-length': _length, ...rest } = kept;
    const plain = body
      .replaceAll(/"request_id":"[^"]*"/g, '')
      .replaceAll(/"position":\d+/g, '')
      // Each vault has a name of its own.
      .replaceAll(/"source":"memory-vault[^"]*"/g, '')
      .replaceAll(/"score":[\d.e-]+/g, '')
      // The short ids of rows, and the digests of what they are in.
      .replaceAll(/(?<![0-9A-Z])[0-9A-HJKMNP-TV-Z]{8}(?= \d{4}-\d\d-\d\d )/g, '<short id>')
      .replaceAll(/recalled [0-9a-f]{6}/g, 'recalled')
      .replaceAll(/"deduplicated":\d+|"log":\{[^}]*\}/g, '');
    // A cursor ends in a position.
    const shown = JSON.stringify(rest).replaceAll(/(cursor=\d+)\.\d+/g, '$1');
    return { statusCode, headers: named(shown), body: named(plain) };
  };
}

/** What somebody gets for all that it may try. */
export async function answersOf(
  vault: WalledVault,
  headers: Headers,
  except: readonly string[] = [],
) {
  const plain = plainAnswers(vault);
  const answers = [];
  for (const { route, name, tries, compared } of WALLED) {
    if (except.includes(name)) continue;
    for (const probe of tries(vault)) {
      const { url, payload, headers: more } = probe;
      const sent = { headers: { ...headers, ...more }, ...(payload && { payload }) };
      const answer = await vault.client.call(route.method, url, sent);
      const { statusCode, ...rest } = plain(answer);
      // Ids differ between the vaults, so requests are told apart by their place.
      answers.push({ name, place: answers.length, statusCode, ...(!compared && rest) });
    }
  }
  return answers;
}
