import type { Observation, Saved, SupersedableObservation, VaultClient } from 'memory-vault-client';
import { z } from 'zod';
import { normalisedText } from '../../domain/fields.js';
import { ObservationType, Tags } from '../../domain/observation.js';
import { VERDICTS, type Verdict } from '../../domain/told.js';
import { fenced } from '../../domain/untrustedText.js';
import { Failure, failureOf } from '../answer.js';
import { projectOfSave, projectWith } from '../projectOf.js';
import { namedSession, sessionForSave } from '../startedSession.js';
import { indexRows, READ_FOR_ROWS, rowsWithin } from '../text/noteText.js';
import { ELSEWHERE, type Surroundings, tool, UntilTime } from '../tool.js';

const MOST_SIMILAR = 3;

/** Enough to recognise a note. The answer as a whole has 120 tokens, of which an id takes 14 to 24: that is chance. */
const TITLE = { longest: 32, tokens: 24 };
const ROWS_BUDGET = 62;

/** Why a note may not hold beside the one that was saved; nothing of what only has some words in common. */
const WHY: Readonly<Record<SupersedableObservation['reasons'][number], string>> = {
  number: ' (other number)',
  negation: ' (the opposite?)',
  words: '',
  anchors: '',
};

const similarRows = (notes: readonly Similar[]) =>
  rowsWithin(
    indexRows(notes, { title: TITLE }).map((row, i) => {
      const [why] = notes[i]?.reasons ?? [];
      return why === undefined ? row : `${row}${WHY[why]}`;
    }),
    ROWS_BUDGET,
  );

type Similar = Observation & Partial<Pick<SupersedableObservation, 'reasons'>>;

/** What a note is about. */
const Files = z.array(z.string().trim().min(1)).max(20);

export const saveTool = tool({
  name: 'memory_save',
  description:
    'Save a fact once it is settled: a decision and why, the cause of a bug, a trap, a lesson, a wish of the user. ' +
    'Not what code or git says, no progress reports. Secrets are redacted. Of similar notes listed, ' +
    'keep one: memory_update.',
  input: z.object({
    type: ObservationType,
    title: normalisedText(1, 100).describe('a sentence of at most 100 characters'),
    content: normalisedText(1, 524_288).describe('what, why, what was ruled out'),
    tags: Tags.optional(),
    files: Files.optional().describe('it is about: path, or path:10-24'),
    project: z.string().optional().describe('or personal (this user), everywhere (all projects)'),
    valid_until: UntilTime.optional(),
    supersedes: z.string().optional().describe('id of the note it replaces'),
    session_id: z.string().optional().describe('if told to you'),
  }),
  annotations: { openWorldHint: false, destructiveHint: false },
  async answer({ project, session_id, files = [], ...note }, surroundings) {
    const { vault, workingCopy = ELSEWHERE } = surroundings;
    const { id, around } = await namedSession(surroundings, { session_id, project });
    const { name, said } = await projectOfSave(around, { project, session_id: id });
    // Before a session is started for it.
    const anchors = [...(await workingCopy.anchorsOf(files, name))];
    const session = id ?? (await sessionForSave(around, name));
    const body = { ...note, project: name, session_id: session };
    const post = async (about: Pick<Observation, 'anchors'>) =>
      (await vault.POST('/api/v1/observations', { body: { ...body, ...about } })).data;
    const data = await (anchors.length === 0
      ? post({})
      : post({ anchors }).catch((error) => {
          // An older vault knows no anchors, and nobody asked for commit and branch.
          if (files.length > 0 || failureOf(error).code !== 'invalid_payload') throw error;
          return post({});
        }));
    if ('existing_id' in data) {
      return {
        project: said,
        existing: `${data.existing_id}: this session already has the same note`,
      };
    }
    return {
      project: said,
      saved: data.id,
      ...('dry_run' in data ? {} : standingOf(data)),
      redacted: redactedIn(data),
      similar: await similarTo(vault, data.id, { q: note.title, project: name }),
    };
  },
});

/** Why no agent is given what was saved, where that is so. */
function standingOf({ state, suspect }: Pick<Saved, 'state' | 'suspect'>) {
  return {
    proposed: state && 'it waits for a person to accept it',
    suspect: suspect && `no agent gets it: ${suspect}`,
  };
}

/** Such as `2 password, 1 jwt`. */
function redactedIn({ redactions = [] }: Saved): string | undefined {
  if (redactions.length === 0) return undefined;
  return redactions.map(({ kind, count }) => `${count} ${kind}`).join(', ');
}

/**
 * First the notes that may not hold beside the saved one, then those with words of its title. It is saved, whether they can be
 * found or not.
 */
async function similarTo(
  vault: VaultClient,
  saved: string,
  about: { readonly q: string; readonly project: string },
): Promise<string | undefined> {
  const read = { content_limit: READ_FOR_ROWS };
  const params = { path: { id: saved }, query: { limit: MOST_SIMILAR, ...read } };
  // One of a layer is not replaced by a note of a project.
  const query = { ...about, limit: MOST_SIMILAR + 1, layers: '0' as const, ...read };
  const [instead, found] = await Promise.allSettled([
    vault.GET('/api/v1/observations/{id}/supersedable', { params }),
    vault.GET('/api/v1/search', { params: { query } }),
  ]);
  const notes: readonly Similar[] = [
    // An older vault knows none.
    ...(instead.status === 'fulfilled' ? instead.value.data : []),
    ...(found.status === 'fulfilled' ? found.value.data : []),
  ];
  const others = notes.filter(
    ({ id }, i) => id !== saved && notes.findIndex((one) => one.id === id) === i,
  );
  const rows = similarRows(others.slice(0, MOST_SIMILAR));
  return rows.length > 0 ? fenced(rows.join('\n')) : undefined;
}

const noneOf = (members: object) => Object.values(members).every((one) => one === undefined);

export const updateTool = tool({
  name: 'memory_update',
  description:
    'Correct or complete a note, rather than saving a second one that contradicts it. Only what is given changes. ' +
    'Or say by verdict whether it held.',
  input: z
    .object({
      id: z.string().trim().min(1),
      title: normalisedText(1, 100).optional(),
      content: normalisedText(1, 524_288).optional().describe('replaces all of it'),
      type: z.string().pipe(ObservationType).optional(),
      tags: Tags.optional(),
      files: Files.optional(),
      supersedes: z.string().optional(),
      verdict: z.enum(VERDICTS).optional(),
      inbox: z.enum(['accept', 'refuse']).optional().describe('a proposed note'),
    })
    .refine(({ id: _, ...changed }) => !noneOf(changed), {
      path: ['title'],
      error: 'or content, type, tags, files, supersedes, verdict or inbox must be given',
    })
    .refine(({ id: _, inbox, ...changed }) => inbox !== 'refuse' || noneOf(changed), {
      path: ['inbox'],
      error: 'refuse goes alone: it forgets the note',
    }),
  annotations: { destructiveHint: false, idempotentHint: true, openWorldHint: false },
  async answer({ id, files, verdict, inbox, ...changed }, surroundings) {
    const { vault, workingCopy = ELSEWHERE } = surroundings;
    const params = { path: { id } };
    let anchors: Observation['anchors'] = files && [];
    if (files && files.length > 0) {
      const note = (await vault.GET('/api/v1/observations/{id}', { params })).data;
      anchors = [...(await workingCopy.anchorsOf(files, note.project))];
    }
    // Of what stands there now: a verdict behind the correction would be about what it corrects.
    const verdicts = verdict && (await judged(surroundings, id, verdict));
    const body = { ...changed, anchors };
    const isChanged = Object.values(body).some((one) => one !== undefined);
    const { data } = isChanged
      ? await vault.PATCH('/api/v1/observations/{id}', { params, body })
      : await vault.GET('/api/v1/observations/{id}', { params });
    const { said } = projectWith(surroundings, 'note', data.project);
    const updated = isChanged ? `${data.id} revision ${data.revision}` : undefined;
    const decided = inbox && (await decidedOn(vault, data, inbox));
    return { project: said, updated, verdicts, decided };
  },
});

/** Accepts a proposed note as it stands now, or forgets it. What a suspect one says is not told, and so not why it is one. */
async function decidedOn(
  vault: VaultClient,
  { id, revision = 1, suspect }: Observation,
  deed: 'accept' | 'refuse',
) {
  const params = { path: { id }, query: { revision } };
  if (deed === 'accept' && suspect !== undefined)
    throw new Failure('conflict', `the note ${id} is suspect`, {
      next: 'Only a person can edit it: memory-vault inbox, or the page',
    });
  if (deed === 'accept') await vault.POST('/api/v1/observations/{id}/accept', { params });
  else await vault.POST('/api/v1/observations/{id}/refuse', { params });
  return `${id} ${deed === 'accept' ? 'accepted' : 'refused'}`;
}

/** Says whether a note held, with the voice of the session. Gives how many found what, such as `2 helped, 1 outdated, 0 wrong`. */
async function judged(surroundings: Surroundings, id: string, verdict: Verdict): Promise<string> {
  const { vault, project } = surroundings;
  const session_id = project && (await sessionForSave(surroundings, project.project));
  const { data } = await vault.POST('/api/v1/observations/{id}/verdict', {
    params: { path: { id } },
    body: { verdict, session_id },
  });
  return VERDICTS.map((one) => `${data[one]} ${one}`).join(', ');
}
