import type { Note } from '../../notes/readNotes.js';
import type { PageVault } from '../pageVault.js';
import { pastLines } from './pastLines.js';
import { admitPeople, type People } from './people.js';
import { type Proposed, propose } from './proposals.js';
import { WORK_DAYS } from './workDays.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MINUTE = 60_000;
const PROJECT = 'checkout';
const NOTES = '/api/v1/observations';
/** Lines of an archive in one request. */
const PART = 2000;

/** What is in a filled vault: ids and names that pages are opened with. */
export interface Filled {
  readonly project: string;
  /** A note with four revisions, that was superseded. */
  readonly revised: string;
  readonly successor: string;
  /** A note in which the privacy filter found something. */
  readonly redacted: string;
  /** A note that is forgotten. */
  readonly forgotten: string;
  /** A session with three notes that has ended, one that was abandoned, and one that goes on. */
  readonly sessions: {
    readonly ended: string;
    readonly abandoned: string;
    readonly active: string;
  };
  readonly prompt: string;
  readonly proposed: Proposed;
  readonly people: People;
}

/**
 * Fills an empty vault for members: notes of a file as an import of the past, then two weeks of work. Begins 14 days before
 * `until`, in ms, and leaves the clock there.
 */
export async function fillVault(
  vault: PageVault,
  notes: readonly Note[],
  until: number,
): Promise<Filled> {
  const people = await admitPeople(vault);
  await importPast(vault, notes);
  const work = await twoWeeks(vault, people, until);
  const { prompt } = await agree(vault);
  const proposed = await propose(vault, people, { project: PROJECT, successor: work.successor });
  vault.moveTo(until);
  await vault.app.abandonIdleSessions();
  return { project: PROJECT, ...work, prompt, proposed, people };
}

async function importPast(vault: PageVault, notes: readonly Note[]): Promise<void> {
  const lines = pastLines(notes, vault.now());
  const run = '01KA5ZJ3M4T6V8X0Y2Z4A6C8E0';
  for (let at = 0; at < lines.length; at += PART) {
    const path = `/api/v1/admin/import?run=${run}&source=notes`;
    const part = await vault.ask<{ refused: number; results: object[] }>(
      'POST',
      path,
      lines.slice(at, at + PART),
    );
    if (part.refused > 0) {
      const first = part.results.find((one) => 'error' in one);
      throw new Error(`${part.refused} lines were refused: ${JSON.stringify(first)}`);
    }
  }
}

async function twoWeeks(vault: PageVault, people: People, until: number) {
  const ids = new Map<string, string>();
  const sessions: string[] = [];
  for (const { day, hour, who, agent, goal, summary, notes } of WORK_DAYS) {
    const midnight = until - (until % DAY) - day * DAY;
    vault.moveTo(Math.max(vault.now(), midnight + hour * HOUR));
    const { token } = people[who];
    const later = () => vault.moveTo(vault.now() + 7 * MINUTE);
    const { id } = await vault.ask<{ id: string }>(
      'POST',
      '/api/v1/sessions',
      { project: PROJECT, agent, goal },
      token,
    );
    sessions.push(id);
    await tell(vault, { session: id, known: [...ids.values()], token });
    for (const note of notes) {
      later();
      const body = { ...note, project: PROJECT, session_id: id };
      ids.set(note.title, (await vault.ask<{ id: string }>('POST', NOTES, body, token)).id);
    }
    if (summary !== undefined) {
      later();
      await vault.ask('PUT', `/api/v1/sessions/${id}`, { summary }, token);
    }
    if (day === 11) await changeMinds(vault, people, ids);
  }
  const id = (title: string) => ids.get(title) ?? title;
  const [ended = '', , abandoned = ''] = sessions;
  return {
    revised: id('Retry card payments with an idempotency key'),
    successor: id('One key per order, not per attempt'),
    redacted: id('How to reach the gateway’s sandbox'),
    forgotten: id('Who the first customer was'),
    sessions: { ended, abandoned, active: sessions.at(-1) ?? '' },
  };
}

/** What an agent was told at the start of a session, and before an edit: the notes that were saved last. */
async function tell(
  vault: PageVault,
  { session, known, token }: { session: string; known: readonly string[]; token: string },
): Promise<void> {
  const notes = known.slice(-3).map((id) => ({ id, revision: 1 }));
  if (notes.length === 0) return;
  const told = [
    { moment: 'start', notes, tokens: 485 },
    { moment: 'before_edit', notes: notes.slice(-1), tokens: 84 },
  ];
  await vault.ask('POST', `/api/v1/sessions/${session}/told`, { told }, token);
}

/** Revisions, a successor, pins, and notes that are forgotten. */
async function changeMinds(vault: PageVault, { ada, bob }: People, ids: Map<string, string>) {
  const later = () => vault.moveTo(vault.now() + 11 * MINUTE);
  const revised = ids.get('Retry card payments with an idempotency key');
  for (const change of [
    {
      content: 'The gateway times out after it has charged. Send one key per order on every retry.',
    },
    { tags: ['payments', 'retries', 'gateway'] },
    { content: 'The gateway may time out after it has charged. Send one key per order, always.' },
  ]) {
    later();
    await vault.ask('PATCH', `${NOTES}/${revised}`, change, ada.token);
  }
  const save = async (note: object, token: string) => {
    later();
    const body = { type: 'decision', project: PROJECT, tags: ['payments'], ...note };
    return (await vault.ask<{ id: string }>('POST', NOTES, body, token)).id;
  };
  const title = 'One key per order, not per attempt';
  const content = 'The key is the id of the order. A second attempt is answered with the first.';
  const successor = await save({ title, content, supersedes: revised }, ada.token);
  ids.set(title, successor);
  await vault.ask('PUT', `${NOTES}/${successor}/pin`, undefined, ada.token);
  const customer = 'Who the first customer was';
  const gone = await save({ title: customer, content: 'A bakery.', type: 'context' }, bob.token);
  ids.set(customer, gone);
  await vault.ask('DELETE', `${NOTES}/${gone}`, undefined, bob.token);
  for (const about of ['first', 'second']) {
    await save({ title: `An ${about} try`, content: 'A try.', project: 'sandbox' }, bob.token);
  }
  await vault.ask('POST', '/admin/purge', { project: 'sandbox' });
}

/** Prompts and conventions with versions, phases, an export. */
async function agree(vault: PageVault) {
  const prompt = 'review';
  for (const content of [
    'Review this diff.',
    'Review this diff for lost writes.',
    'Review this diff.\n\n1. Look for lost writes.\n2. Look for amounts without a currency.\n',
  ]) {
    await vault.ask('POST', '/api/v1/prompts', { name: prompt, content, tags: ['quality'] });
  }
  const daily = 'List what was decided since yesterday, with its reasons.';
  await vault.ask('POST', '/api/v1/prompts', { name: 'daily', content: daily, tags: [] });
  for (const content of [
    '# Money\n\nMoney is in minor units.\n',
    '# Money\n\nMoney is in minor units, with its currency.\n\n# Retries\n\nOne key per order.\n',
  ]) {
    await vault.ask('PUT', `/api/v1/openspec/${PROJECT}`, { content });
  }
  for (const phase of ['explore', 'spec', 'design', 'apply'])
    await vault.ask('PUT', `/api/v1/sdd/${PROJECT}`, { phase });
  return { prompt };
}
