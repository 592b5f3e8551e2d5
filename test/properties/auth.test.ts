import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import { expect, test } from 'vitest';
import { openApp } from '../../src/app/openApp.js';
import { ulids } from '../../src/domain/ids.js';
import { buildServer } from '../../src/http/server.js';
import { allProjections } from '../../src/projections/allProjections.js';
import { openViews, rebuildViews } from '../../src/views/openViews.js';
import { dump } from '../../src/views/verifyViews.js';
import { inviteState, isIn, newModel, rules } from '../support/authModel.js';
import { checkChain } from '../support/checkChain.js';
import { parts, runs } from '../support/depth.js';
import { deterministic } from '../support/deterministic.js';
import { ADMIN } from '../support/notes.js';
import { NOW, testClock, testConfig } from '../support/testApp.js';
import { MAY_BE_LATE } from '../support/testServer.js';

// Mostly in one team: bugs appear when much happens to the same members.
const name = fc.constantFrom('one', 'one', 'One', 'two');
const email = fc.constantFrom('ada@example.org', 'Ada@example.org', 'bob@example.org');
const which = fc.nat({ max: 5 });
const act = <T extends string>(does: T) => fc.record({ do: fc.constant(does), name, email, which });

const step = fc.oneof(
  { weight: 1, arbitrary: act('createTeam') },
  { weight: 3, arbitrary: act('addMember') },
  { weight: 1, arbitrary: act('removeMember') },
  { weight: 1, arbitrary: act('removeTeam') },
  { weight: 8, arbitrary: act('invite') },
  { weight: 8, arbitrary: act('redeem') },
  { weight: 1, arbitrary: act('revoke') },
  { weight: 1, arbitrary: act('logOut') },
  { weight: 1, arbitrary: act('closeLogin') },
  { weight: 2, arbitrary: act('wait') },
  { weight: 1, arbitrary: act('restart') },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
const histories = fc
  .array(step, { minLength: 15, maxLength: 45, size: 'max' })
  .map((steps): readonly Step[] => [...BEGINNING, ...steps]);

const BEGINNING: readonly Step[] = [
  { do: 'createTeam', name: 'one', email: 'ada@example.org', which: 0 },
  { do: 'addMember', name: 'one', email: 'ada@example.org', which: 0 },
  { do: 'addMember', name: 'one', email: 'bob@example.org', which: 0 },
];

const WAITS = [1, 3, 6, 7, 29, 30];
const codeOf = (answer: LightMyRequestResponse) =>
  answer.statusCode === 200 ? 200 : answer.json().code;

/** Plays a history on a real vault and on the model, and compares each answer. */
async function play(directory: string, history: readonly Step[]): Promise<void> {
  const clock = testClock();
  const model = newModel(NOW);
  const invites: { id: string; team: string; token: string }[] = [];
  const logins: { id: string; team: string; token: string }[] = [];
  const open = async () => {
    const app = await openApp(testConfig({ VAULT_DATA_DIR: directory }), { clock, ids: ulids() });
    return { app, server: await buildServer(app, { capacity: MAY_BE_LATE }) };
  };
  let { app, server } = await open();
  const close = async () => {
    await server.close();
    await app.close();
  };
  const ask = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, headers = ADMIN) =>
    server.inject({ method, url, headers, ...(payload && { payload }) });
  const asMember = (method: 'GET' | 'DELETE', url: string, token = '') =>
    server.inject({ method, url, headers: { 'x-session-token': token } });
  const listed = async (url: string) => {
    const answer = await ask('GET', url);
    return answer.statusCode === 200 ? answer.json() : [];
  };

  async function redeem(index: number, times: number): Promise<void> {
    const [invite, known] = [invites[index], model.invites[index]];
    if (!invite || !known) return;
    const payload = { token: invite.token };
    const asked = Array.from({ length: times }, () => ask('POST', '/auth/redeem', payload));
    const answers = await Promise.all(asked);
    const expected = answers.map(() => rules.redeem(model, known));
    expect(answers.map(codeOf).sort()).toEqual(expected.sort());
    for (const answer of answers.filter(({ statusCode }) => statusCode === 200)) {
      const [{ id }] = await listed(`/admin/teams/${invite.team}/sessions`);
      logins.push({ id, team: invite.team, token: answer.json().session_token });
    }
  }

  async function one({ do: does, name, email, which }: Step): Promise<void> {
    const team = `/admin/teams/${name}`;
    const status = async (answer: Promise<LightMyRequestResponse>) => (await answer).statusCode;
    switch (does) {
      case 'createTeam':
        expect(await status(ask('POST', '/admin/teams', { name }))).toBe(
          rules.createTeam(model, name),
        );
        return;
      case 'addMember':
        expect(await status(ask('POST', `${team}/members`, { email }))).toBe(
          rules.addMember(model, name, email),
        );
        return;
      case 'removeMember': {
        const members: { id: string; email: string }[] = await listed(`${team}/members`);
        const found = members.find((one) => one.email.toLowerCase() === email.toLowerCase());
        const gone = await status(ask('DELETE', `${team}/members/${found?.id ?? 'none'}`));
        expect(gone).toBe(rules.removeMember(model, name, email));
        return;
      }
      case 'removeTeam':
        expect(await status(ask('DELETE', team))).toBe(rules.removeTeam(model, name));
        return;
      case 'invite': {
        const answer = await ask('POST', `${team}/invites`, { email });
        expect(answer.statusCode).toBe(rules.invite(model, name, email));
        if (answer.statusCode === 201) invites.push({ ...answer.json(), team: name });
        return;
      }
      case 'redeem':
        // Mostly the newest invite, sometimes by three concurrent requests.
        return redeem(invites.length - 1 - (which % 3), which > 3 ? 3 : 1);
      case 'revoke': {
        const [invite, known] = [invites[which], model.invites[which]];
        if (!invite || !known) return;
        const url = `/admin/teams/${invite.team}/invites/${invite.id}`;
        expect(await status(ask('DELETE', url))).toBe(rules.revoke(known));
        return;
      }
      case 'logOut': {
        const known = model.logins[which];
        if (!known) return;
        const answer = await asMember('DELETE', '/auth/session', logins[which]?.token);
        expect(answer.statusCode).toBe(rules.logOut(model, known));
        return;
      }
      case 'closeLogin': {
        const [login, known] = [logins[which], model.logins[which]];
        if (!login || !known) return;
        const url = `/admin/teams/${login.team}/sessions/${login.id}`;
        expect(await status(ask('DELETE', url))).toBe(rules.close(known));
        return;
      }
      case 'wait': {
        const ms = (WAITS[which] ?? 1) * 86_400_000;
        clock.advance(ms);
        model.now += ms;
        return;
      }
      case 'restart':
        await close();
        ({ app, server } = await open());
    }
  }

  async function holds(): Promise<void> {
    for (const [i, { token }] of logins.entries()) {
      const known = model.logins[i];
      const answer = await asMember('GET', '/auth/me', token);
      expect(answer.statusCode).toBe(known && isIn(model, known) ? 200 : 401);
      if (answer.statusCode === 200) expect(answer.json().email).toBe(known?.member.email);
    }
    for (const team of model.teams) {
      const members: { email: string }[] = await listed(`/admin/teams/${team.name}/members`);
      expect(members.map((one) => one.email)).toEqual(team.members.map((one) => one.email));
      const states = (await listed(`/admin/teams/${team.name}/invites`)).reverse();
      const known = model.invites.filter(({ team: of, gone }) => of === team && !gone);
      expect(states.map(({ state }: { state: string }) => state)).toEqual(
        known.map((invite) => inviteState(model, invite)),
      );
    }
  }

  try {
    for (const each of history) await one(each);
    await holds();
    const live = [...dump(await app.readModels.latest(), allProjections)];
    const file = join(directory, 'rebuilt.db');
    const projections = deterministic(allProjections);
    const onError = (error: unknown) => expect.fail(String(error));
    await rebuildViews({ file, log: app.log, projections, onError });
    const rebuilt = await openViews({ file, log: app.log, projections, onError });
    expect([...dump(rebuilt.views, allProjections)]).toEqual(live);
    rebuilt.close();
    expect(checkChain(join(directory, 'log.db'))).toEqual([]);
  } finally {
    await close();
  }
}

test.each(parts(4))(
  'after any changes to teams, exactly the right members are logged in, and a replay agrees (%i)',
  async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const directory = mkdtempSync(join(tmpdir(), 'memory-vault-'));
        await play(directory, history).finally(() => rmSync(directory, { recursive: true }));
      }),
      { numRuns: runs(8, 15) },
    );
  },
);
