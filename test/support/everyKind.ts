import type { App } from '../../src/app/app.js';
import { openApp } from '../../src/app/openApp.js';
import { rebuild } from '../../src/cli/rebuildCommand.js';
import { acceptObservation, refuseObservation } from '../../src/commands/accepting.js';
import { recordAct, recordPurge } from '../../src/commands/administration.js';
import type { Command } from '../../src/commands/command.js';
import { enterPhase, publishConventions, savePrompt } from '../../src/commands/documents.js';
import { forgetConventions, forgetPrompt, forgetToken } from '../../src/commands/forgetting.js';
import {
  bindHiveKey,
  issueHiveKey,
  pauseProject,
  resumeProject,
  revokeHiveKey,
} from '../../src/commands/hive.js';
import { closeLogin, issueInvite, redeemInvite, revokeInvite } from '../../src/commands/invites.js';
import {
  forgetObservation,
  reviseObservation,
  saveObservation,
  setPin,
} from '../../src/commands/observations.js';
import { claimOf, claimRepository } from '../../src/commands/repositories.js';
import {
  abandonSession,
  endSession,
  forgetSession,
  startSession,
} from '../../src/commands/sessions.js';
import { addMember, createTeam, removeMember } from '../../src/commands/teams.js';
import { createToken, revokeToken } from '../../src/commands/tokens.js';
import { forgetTold, giveVerdict, recordTold } from '../../src/commands/told.js';
import { EVERYTHING } from '../../src/domain/caller.js';
import { ulids } from '../../src/domain/ids.js';
import { streamKey } from '../../src/events/recorded.js';
import { teamKey } from '../../src/events/team.js';
import { voiceKey } from '../../src/events/told.js';
import type { VaultFact } from '../../src/events/vaultEvent.js';
import { forgetSubject, removeTeam } from '../../src/maintenance/forgetSubject.js';
import { scrub } from '../../src/maintenance/scrub.js';
import { plainFilter } from './plainFilter.js';
import { redacted } from './redacted.js';
import { testClock, testConfig } from './testApp.js';

const NOTES = 60;

/** Words in the notes of `everyKind`, for searches. */
export interface Kinds {
  readonly kept: readonly string[];
  readonly revised: readonly string[];
  readonly forgotten: readonly string[];
}

/**
 * Fills a data directory with events of every type: notes with and without sessions, duplicates, answers to retries,
 * revisions, forgotten notes, and notes that a later filter redacted once and twice.
 */
export async function everyKind(directory: string): Promise<Kinds> {
  const config = testConfig({ VAULT_DATA_DIR: directory });
  const clock = testClock();
  const ids = ulids();
  // Like an old release, whose filter knew no secrets.
  const lax = await openApp(config, {
    clock,
    ids,
    filter: async (text) => ({ text: redacted(text), finds: [] }),
  });
  const kinds = await fill(lax, clock.advance);
  await lax.close();
  const strict = await openApp(config, { clock, ids, filter: plainFilter });
  await scrub(strict, { dryRun: false, onProgress: () => {} });
  await strict.close();
  const stricter = await openApp(config, {
    clock,
    ids,
    filter: async (text) => plainFilter(text.replaceAll('whisper', 'hush')),
  });
  await scrub(stricter, { dryRun: false, onProgress: () => {} });
  const execute = executeIn(stricter);
  const [first = '', second = ''] = kinds.revised;
  // Forgotten after a redaction, which erases the redaction, too.
  await execute(forgetObservation, { id: first });
  await stricter.close();
  await rebuild(config, () => {});
  return { ...kinds, revised: [second], forgotten: [...kinds.forgotten, first] };
}

function executeIn(app: App) {
  return <I, R, S, F extends VaultFact>(command: Command<I, R, S, F>, input: I, key?: string) =>
    app.executor.execute(command, input, { meta: { actor: 'test' }, idempotencyKey: key });
}

async function fill(app: App, advance: (ms: number) => void): Promise<Kinds> {
  const execute = executeIn(app);
  const start = { project: 'p', team: 't', country: undefined, agent: 'a', goal: 'hush, a goal' };
  const session = await execute(startSession, start);
  const other = await execute(startSession, start, 'start');
  // Found again, it gets a goal; a newer filter finds something in the names of two others, one of which is forgotten.
  for (const goal of [undefined, 'hush, a goal for later', 'not taken'])
    await execute(startSession, { ...start, goal, client_ref: 'conversation' });
  const hushed = { ...start, client_ref: 'hush 1' };
  await execute(startSession, hushed);
  const forgotten = await execute(startSession, { ...start, client_ref: 'hush 2' });
  await execute(forgetSession, { id: forgotten.key });
  const save = async (
    n: number,
    more: {
      key?: string;
      session_id?: string | undefined;
      supersedes?: string;
      state?: 'proposed';
    } = {},
  ) => {
    advance(n);
    const note = {
      title: `Note ${n}`,
      content: `What note ${n} says. ${'It goes on and on. '.repeat(n % 9)}${n % 10 === 3 ? 'hush' : ''}`,
      type: 'decision' as const,
      tags: ['x', `t${n % 4}`],
      anchors:
        n % 3 === 0 ? [{ path: redacted(`src/note${n % 6}.ts`), commit: 'abcdef0' }] : undefined,
      ...(n % 7 === 0 && { valid_until: 1_795_000_000_000, review_after: 1_800_000_000_000 }),
      author: 'ada',
      project: `p${n % 3}`,
      team: undefined,
      country: undefined,
      session_id: n % 4 === 0 ? undefined : session.key,
      force: false,
      dry_run: false,
      ...more,
    };
    return (await execute(saveObservation, note, more.key)).key;
  };
  const kept: string[] = [];
  for (let n = 0; n < NOTES; n++) kept.push(await save(n, n % 5 === 0 ? { key: `key ${n}` } : {}));
  // A payload over several pages.
  const long = 'A long story. '.repeat(2000);
  const [revised = '', whispered = '', gone = '', goneToo = ''] = kept.splice(1, 4);
  const change = { title: undefined, type: undefined, tags: undefined };
  await execute(reviseObservation, { id: revised, content: `hush, revised: ${long}`, ...change });
  await execute(reviseObservation, { id: whispered, content: 'hush and whisper', ...change });
  await execute(reviseObservation, { id: gone, content: 'hush', ...change });
  // Duplicates, with and without a key: answers that write no event.
  for (const n of [7, 9, 11]) await save(n, { key: `again ${n}` });
  await save(13);
  for (const n of [1, 2, 3]) {
    await execute(savePrompt, { name: 'p', content: `hush ${n}`, tags: [] }, `prompt ${n}`);
  }
  await execute(savePrompt, { name: 'p', content: 'hush 3', tags: [] }, 'prompt again');
  await execute(savePrompt, { name: 'q', content: 'kept', tags: ['x'] });
  await execute(forgetPrompt, { key: streamKey('p') });
  await execute(publishConventions, { project: 'p', content: 'Be kind. hush' });
  await execute(enterPhase, { project: 'p', phase: 'spec' });
  await execute(publishConventions, { project: 'q', content: 'Be brief.' });
  await execute(forgetConventions, { key: streamKey('q') });
  for (const repository of ['example.org/a/p', 'example.org/b/p'])
    await execute(claimRepository, await claimOf({ repository }, plainFilter));
  const brief = await execute(startSession, { ...start, goal: 'brief' });
  const tell = (session_id: string) =>
    execute(recordTold, {
      session_id,
      told: [
        { moment: 'search', notes: [{ id: kept[0] ?? '', revision: 1 }], tokens: 9, at: undefined },
      ],
    });
  for (const one of [session.key, session.key, brief.key]) await tell(one);
  await execute(forgetTold, { key: brief.key });
  await execute(forgetSession, { id: brief.key });
  const [pinned = '', unpinned = ''] = kept;
  for (const id of [pinned, unpinned, gone]) await execute(setPin, { id, pinned: true });
  await execute(setPin, { id: unpinned, pinned: false });
  const judged = { session_id: undefined, revision: undefined, wall_key: '' };
  for (const voice of ['one', 'two'].map(voiceKey))
    await execute(giveVerdict, { ...judged, id: unpinned, verdict: 'wrong', voice });
  await execute(giveVerdict, {
    ...judged,
    id: gone,
    verdict: 'helped',
    voice: voiceKey('one'),
  });
  kept.push(await save(NOTES, { supersedes: pinned }));
  const later = { valid_until: null, review_after: 1_796_000_000_000, supersedes: revised };
  await execute(reviseObservation, { id: kept[6] ?? '', ...change, content: undefined, ...later });
  await save(NOTES + 1, { supersedes: gone });
  const proposals: string[] = [];
  for (const n of [2, 3, 4])
    proposals.push(await save(NOTES + n, { supersedes: pinned, state: 'proposed' }));
  const [accepted = '', refused = ''] = proposals;
  await execute(reviseObservation, { id: accepted, ...change, content: 'hush, proposed' });
  await execute(acceptObservation, { id: accepted, sees: EVERYTHING });
  await execute(refuseObservation, { id: refused, sees: EVERYTHING });
  await execute(forgetObservation, { id: gone });
  await execute(forgetObservation, { id: goneToo });
  await execute(recordPurge, { filters: { project: redacted('none') }, matched: 0 });
  await execute(abandonSession, { id: other.key });
  await execute(endSession, { id: session.key, summary: 'done, hush' });
  await admitMembers(app);
  return { kept, revised: [revised, whispered], forgotten: [gone, goneToo] };
}

async function admitMembers(app: App): Promise<void> {
  const execute = executeIn(app);
  const [team, email] = ['Payments', 'ada@example.org'];
  const created = await execute(createTeam, { name: team });
  const team_id = created.state?.id ?? '';
  const { state } = await execute(addMember, { team, email, role: undefined });
  const invite = async (token_hash: string) =>
    (await execute(issueInvite, { team, email, token_hash })).key;
  const id = await invite('a'.repeat(64));
  await execute(redeemInvite, { id, team, token_hash: 'b'.repeat(64) });
  await execute(closeLogin, { id, team_id });
  await execute(revokeInvite, { id: await invite('c'.repeat(64)), team_id });
  await makeTokens(app);
  await execute(removeMember, { key: teamKey(team), id: state?.members[0]?.id ?? '' });
  await execute(recordAct, { act: 'export', detail: { project: 'p' } });
  await execute(pauseProject, { project: 'p' });
  await execute(resumeProject, { project: 'p' });
  await forgetThem(app);
  await admitVaults(app);
}

/** Tokens of the owner: one that is revoked, and two that are forgotten by their name. */
async function makeTokens(app: App): Promise<void> {
  const execute = executeIn(app);
  const make = async (name: string) =>
    execute(createToken, {
      name,
      scope: ['read'],
      projects: ['p'],
      expires_at: undefined,
      holder: { kind: 'owner' },
      wall: ' owner',
      token_hash: 'd'.repeat(64),
    });
  const { key, state } = await make('ci-bot');
  await execute(revokeToken, { key, id: state?.id ?? '' });
  await make('ci-bot');
  await execute(forgetToken, { key });
  await make('deploy-bot');
}

/** A team, and a project with all that names it. */
async function forgetThem(app: App): Promise<void> {
  const execute = executeIn(app);
  const [name, email] = ['Guests', 'eve@example.org'];
  const { state } = await execute(createTeam, { name });
  await execute(addMember, { team: name, email, role: undefined });
  await execute(issueInvite, { team: name, email, token_hash: 'd'.repeat(64) });
  const context = { meta: { actor: 'test' } };
  await removeTeam(app, { id: state?.id ?? '', name }, context);
  await execute(enterPhase, { project: 'gone', phase: 'spec' });
  await execute(pauseProject, { project: 'gone' });
  await execute(recordPurge, { filters: { project: redacted('gone') }, matched: 0 });
  await execute(recordAct, { act: 'export', detail: { project: 'Gone' } });
  await forgetSubject(app, { of: 'project', name: 'gone', token: 'e'.repeat(64) }, context);
}

async function admitVaults(app: App): Promise<void> {
  const execute = executeIn(app);
  const hashes = { key_hash: 'd'.repeat(64), names_hash: 'e'.repeat(64) };
  const { state } = await execute(issueHiveKey, { name: 'hush', origin: undefined, ...hashes });
  const id = state[0]?.id ?? '';
  await execute(bindHiveKey, { id, origin: 'f'.repeat(32) });
  await execute(revokeHiveKey, { id });
}
