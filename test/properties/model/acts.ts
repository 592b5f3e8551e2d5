import fc from 'fast-check';
import { expect } from 'vitest';
import { contextAt, holderOf, type Model, type Note, type Said, saidAt } from './model.js';
import type { Vault } from './vault.js';

type Act = fc.AsyncCommand<Model, Vault>;

const SESSIONS = ['01KA5ZJ3M4T6V8X0Y2Z4A6C8E0', '01KA5ZHQ7R9T1V3X5Z7B9D1F3H'];
const PROJECTS = ['one', 'two'];

/** Few contents, so that they collide. Each has a marker for searches in files. */
const WORDS = ['zebrawort', 'quillfern', 'mossbarrow'];
const contents = fc.constantFrom(...WORDS.map((word) => `We chose ${word} over the rest.`));
const titles = fc.constantFrom('Choice', 'Other choice');
const types = fc.constantFrom('decision', 'bugfix');
const tags = fc.subarray(['x', 'y']);
const which = fc.nat({ max: 5 });

/** The n-th note, modulo their number. */
const pick = (model: Model, n: number): Note | undefined => model.notes[n % model.notes.length];

function act(
  name: string,
  run: (model: Model, vault: Vault) => Promise<void>,
  check: (model: Model) => boolean = () => true,
): Act {
  return { check, run, toString: () => name };
}

/** Saves a note, several times at once, as a given text in a place. */
async function saveTimes(
  model: Model,
  vault: Vault,
  { project, session_id, ...said }: Said & Pick<Note, 'project' | 'session_id'>,
  { force, times }: { readonly force: boolean; readonly times: number },
): Promise<void> {
  const payload = { ...said, project, session_id, force };
  const all = Array.from({ length: times }, () =>
    vault.call('POST', '/api/v1/observations', payload),
  );
  for (const { status, json, position } of await Promise.all(all)) {
    expect(status).toBe(200);
    const holder = force ? undefined : holderOf(model, { session_id, project }, said);
    if (holder) {
      expect(json).toEqual({ deduplicated: true, existing_id: holder.id });
      continue;
    }
    expect(json).toEqual({ id: expect.any(String) });
    model.position += 1;
    expect(position).toBe(model.position);
    const revisions = [{ ...said, position }];
    model.notes.push({ id: String(json.id), project, session_id, revisions });
  }
}

const how = fc.record({
  force: fc.constantFrom(false, false, true),
  times: fc.constantFrom(1, 1, 2),
});

const save = fc
  .record({
    what: fc.record({
      title: titles,
      content: contents,
      type: types,
      tags,
      project: fc.constantFrom(...PROJECTS),
      session_id: fc.constantFrom(...SESSIONS, SESSIONS[0] ?? null, null),
    }),
    how,
  })
  .map(({ what, how }) =>
    act(`save ${JSON.stringify({ ...what, ...how })}`, (model, vault) =>
      saveTimes(model, vault, what, how),
    ),
  );

/** Saves in its session what a note says or once said. Notes that are made up are seldom the same as another one. */
const saveAgain = fc.record({ n: which, back: fc.nat({ max: 1 }), how }).map(({ n, back, how }) =>
  act(
    `save again what ${n} said ${back} revisions ago ${JSON.stringify(how)}`,
    async (model, vault) => {
      const note = pick(model, n);
      const said = note?.revisions.at(-1 - back);
      if (!note || !said) return;
      const { title, content, type, tags } = said;
      const { project, session_id } = note;
      await saveTimes(model, vault, { title, content, type, tags, project, session_id }, how);
    },
    (model) => model.notes.length > 0,
  ),
);

const revise = fc
  .record({
    n: which,
    change: fc.record(
      { title: titles, content: contents, type: types, tags },
      { requiredKeys: ['content'] },
    ),
  })
  .map(({ n, change }) =>
    act(
      `revise ${n} ${JSON.stringify(change)}`,
      async (model, vault) => {
        const note = pick(model, n);
        const before = note?.revisions.at(-1);
        if (!note || !before) return;
        const { status, json, position } = await vault.call('PATCH', urlOf(note.id), change);
        expect(status).toBe(200);
        const { position: _, ...said } = { ...before, ...change };
        if (!isSame(before, said)) {
          model.position += 1;
          expect(position).toBe(model.position);
          note.revisions.push({ ...said, position });
        }
        expect(json).toMatchObject({ ...said, id: note.id, revision: note.revisions.length });
      },
      (model) => model.notes.length > 0,
    ),
  );

const forget = which.map((n) =>
  act(
    `forget ${n}`,
    async (model, vault) => {
      const note = pick(model, n);
      if (!note) return;
      expect((await vault.call('DELETE', urlOf(note.id))).status).toBe(204);
      expect((await vault.call('DELETE', urlOf(note.id))).status).toBe(404);
      model.position += 1;
      model.notes = model.notes.filter((one) => one !== note);
      model.forgotten.push(note.id);
      await vault.audit(unsaid(model));
    },
    (model) => model.notes.length > 0,
  ),
);

/** Words that are in no revision of any note any more, but may have been. */
function unsaid({ notes, forgotten }: Model): string[] {
  if (forgotten.length === 0) return [];
  const said = JSON.stringify(notes);
  return WORDS.filter((word) => !said.includes(word));
}

const look = fc.record({ n: which, back: fc.nat({ max: 12 }) }).map(({ n, back }) =>
  act(`look at ${n}, ${back} events ago`, async (model, vault) => {
    const as_of = Math.max(0, model.position - back);
    for (const project of PROJECTS) {
      const context = await vault.call(
        'GET',
        `/api/v1/context/${project}?limit=100&as_of=${as_of}`,
      );
      expect(context.json.map(({ id, title, content }) => ({ id, title, content }))).toEqual(
        contextAt(model, project, as_of),
      );
      const summary = await vault.call('GET', `/api/v1/summary/${project}?as_of=${as_of}`);
      expect(summary.json).toMatchObject(summaryAt(model, project, as_of));
    }
    for (const word of WORDS) {
      const found = await vault.call(
        'GET',
        `/api/v1/search?q=%22${word}%22&limit=100&as_of=${as_of}`,
      );
      expect(found.json.map(({ id }) => id).sort()).toEqual(
        model.notes
          .filter((note) => saidAt(note, as_of)?.content.includes(word))
          .map(({ id }) => id)
          .sort(),
      );
    }
    const note = pick(model, n);
    if (!note) return;
    const { status, json } = await vault.call('GET', `${urlOf(note.id)}?as_of=${as_of}`);
    const said = saidAt(note, as_of);
    expect(status).toBe(said ? 200 : 404);
    if (said) expect(json).toMatchObject({ title: said.title, content: said.content });
    const history = await vault.call('GET', `${urlOf(note.id)}/history`);
    expect(history.json.map(({ content, revision }) => ({ content, revision }))).toEqual(
      note.revisions.map(({ content }, i) => ({ content, revision: i + 1 })),
    );
  }),
);

const forgottenStay = fc.constant(
  act('ask for what was forgotten', async (model, vault) => {
    for (const id of model.forgotten) {
      expect((await vault.call('GET', urlOf(id))).status).toBe(404);
      expect((await vault.call('GET', `${urlOf(id)}/history`)).status).toBe(404);
      expect((await vault.call('PATCH', urlOf(id), { title: 't' })).status).toBe(404);
    }
  }),
);

const restart = fc.constant(act('restart', async (_model, vault) => vault.restart()));

const rebuild = fc.constant(
  act('rebuild', async (model, vault) => {
    const { before, after } = await vault.rebuild();
    expect(after).toBe(before);
    await vault.audit(unsaid(model));
  }),
);

/** Arbitrary operations on the notes of a vault. */
export const acts: fc.Arbitrary<Iterable<Act>> = fc.commands(
  [
    save,
    save,
    saveAgain,
    saveAgain,
    saveAgain,
    revise,
    revise,
    forget,
    forget,
    look,
    forgottenStay,
    restart,
    rebuild,
  ],
  { maxCommands: 30, size: 'max' },
);

const urlOf = (id: string) => `/api/v1/observations/${id}`;

function isSame(a: Said, b: Said): boolean {
  const text = ({ title, content, type, tags }: Said) =>
    JSON.stringify([title, content, type, tags]);
  return text(a) === text(b);
}

function summaryAt(model: Model, project: string, position: number) {
  const by_type: Record<string, number> = {};
  let observations_total = 0;
  for (const note of model.notes.filter((one) => one.project === project)) {
    const said = saidAt(note, position);
    if (!said) continue;
    observations_total += 1;
    by_type[said.type] = (by_type[said.type] ?? 0) + 1;
  }
  return { observations_total, by_type };
}
