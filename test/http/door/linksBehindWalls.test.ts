import { expect, test } from 'vitest';
import { ADMIN, note } from '../../support/notes.js';
import { walledVault } from '../../support/walledVault.js';

const NOTES = '/api/v1/observations';

test('a successor behind a wall does not show, and does not take a note out of a context', async () => {
  const { client, ann, bob } = await walledVault(true);
  const old = note({ project: 'linked', title: 'Hashed with bcrypt' });
  const saved = await client.call('POST', NOTES, { headers: ADMIN, payload: old });
  const { id } = saved.json();
  const payload = note({ project: 'linked', title: 'Hashed with argon2', supersedes: id });
  const next = (await client.call('POST', NOTES, { headers: bob, payload })).json().id;
  const seenBy = async (headers: Record<string, string>) => ({
    note: (await client.call('GET', `${NOTES}/${id}`, { headers })).json().superseded_by,
    context: (await client.call('GET', '/api/v1/context/linked', { headers })).json().length,
    first: (await client.call('GET', '/api/v1/search?q=bcrypt', { headers })).json()[0]
      .superseded_by,
  });
  expect(await seenBy(bob)).toEqual({ note: next, context: 1, first: next });
  expect(await seenBy(ann)).toEqual({ note: undefined, context: 1, first: undefined });
  const [first] = (await client.call('GET', '/api/v1/context/linked', { headers: ann })).json();
  expect(first.id).toBe(id);
});

test('the note that a visible one supersedes is not named to those who cannot see it', async () => {
  const { client, ann, bob, beta } = await walledVault(true);
  const payload = note({ title: 'For all', supersedes: beta.note });
  const { id } = (await client.call('POST', NOTES, { headers: ADMIN, payload })).json();
  const named = async (headers: Record<string, string>) =>
    (await client.call('GET', `${NOTES}/${id}`, { headers })).json().supersedes;
  expect(await named(bob)).toBe(beta.note);
  expect(await named(ann)).toBeUndefined();
});

test('a member pins only what it may revise, and sees a pin with its note', async () => {
  const { client, ann, bob, beta, own } = await walledVault(true);
  const pin = async (id: string, headers: Record<string, string>) =>
    (await client.call('PUT', `${NOTES}/${id}/pin`, { headers })).statusCode;
  expect(await pin(beta.note, ann)).toBe(404);
  expect(await pin(own.teamless, ann)).toBe(403);
  expect(await pin(own.note, ann)).toBe(204);
  expect(await pin(own.teamless, ADMIN)).toBe(204);
  const pinnedFor = async (headers: Record<string, string>) => {
    const answer = await client.call('GET', `${NOTES}?pinned=true`, { headers });
    return answer
      .json()
      .map(({ id }: { id: string }) => id)
      .toSorted();
  };
  expect(await pinnedFor(ann)).toEqual([own.note, own.teamless].toSorted());
  expect(await pinnedFor(bob)).toEqual([own.teamless]);
});
