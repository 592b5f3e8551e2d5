import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { VaultClient } from 'memory-vault-client';
import { GATE, MOST_GIVEN } from '../../src/moments/relevance.js';
import { seededRandom } from '../../test/crash/seededRandom.js';
import type { Case } from './action.js';
import {
  actionSummary,
  curves,
  type Gate,
  givenBy,
  type Outcome,
  wrongOnes,
} from './actionFigures.js';
import { checkOut } from './borrowed.js';
import { editCases } from './edits.js';
import type { FixNote } from './fixNotes.js';
import { giveNotes } from './giveNotes.js';
import { learnedAll, type Repository } from './learned.js';
import { commandCases, errorTextsOf, failureCases } from './shellCases.js';

/** Characters of the content that count as given with the title. */
const SHOWN = 300;

export interface ActionOptions {
  readonly seed: number;
  readonly show: number;
}

/**
 * Saves what fixes of the past of some histories tell, plays what was done later, and prints how often what the function under test
 * gives matters.
 */
export async function measureActions(
  name: string,
  folders: readonly string[],
  { seed, show }: ActionOptions,
): Promise<void> {
  await learnedAll(folders, seed, async (repositories, vault) => {
    const outcomes: Outcome[] = [];
    for (const repository of repositories) {
      const others = repositories.filter((one) => one !== repository);
      const cases = casesOf(repository, others, seed);
      outcomes.push(...(await played(repository, cases, vault)));
      const { lineage, notes, project } = repository;
      console.log(
        `${name}: ${project} at ${lineage.head.slice(0, 10)}, past until ${lineage.cut.slice(0, 10)}: ${notes.length} notes, ` +
          `${notes.reduce((sum, { anchors }) => sum + anchors.length, 0)} anchors, ${cases.length} actions`,
      );
    }
    report(repositories, outcomes, show);
  });
}

function casesOf(
  { lineage, notes, project }: Repository,
  others: readonly Repository[],
  seed: number,
): readonly Case[] {
  const foreign = others.flatMap((one) => errorTextsOf(one.notes));
  return [
    ...editCases(lineage, notes, project, seededRandom(seed)),
    ...failureCases(lineage, notes, foreign, project, seededRandom(seed)),
    ...commandCases(lineage, notes, project, seededRandom(seed)),
  ];
}

async function played(
  { lineage, project }: Repository,
  cases: readonly Case[],
  vault: VaultClient,
): Promise<readonly Outcome[]> {
  const root = lineage.directory;
  const outcomes: Outcome[] = [];
  for (const one of cases) {
    const { checkout } = one;
    if (checkout) checkOut(root, checkout.commit, checkout.path, checkout.bytes);
    const start = performance.now();
    const found = await giveNotes(one.action, { project, root, vault });
    outcomes.push({ of: one, found, ms: performance.now() - start });
    if (checkout) checkOut(root, checkout.commit, checkout.path);
  }
  return outcomes;
}

function report(repositories: readonly Repository[], outcomes: readonly Outcome[], show: number) {
  const notes = new Map(repositories.flatMap((one) => one.notes.map((note) => [note.id, note])));
  const gate: Gate = { limit: GATE, most: MOST_GIVEN };
  const given = (note: FixNote) => `${note.title}\n${note.content.slice(0, SHOWN)}`;
  const tokens = new Map([...notes].map(([id, note]) => [id, countTokens(given(note))]));
  console.log(`\n${actionSummary(outcomes, gate, tokens)}\n\n${curves(outcomes, gate)}\n`);
  const said = (id: string) => {
    const note = notes.get(id);
    return `${note?.commit.id.slice(0, 10)} "${note?.title.slice(0, 90)}"`;
  };
  for (const [kind, wrong] of Object.entries(wrongOnes(outcomes, gate)))
    for (const one of spreadOver(wrong).slice(0, show)) {
      const { source, action, matters } = one.of;
      console.log(`${kind}: ${action.moment}, ${source}`);
      if (action.command && !action.output) console.log(`  ran: ${action.command}`);
      for (const { id, score } of givenBy(gate, one))
        console.log(`  given (${score.toFixed(2)}): ${said(id)}`);
      for (const id of [...matters].slice(0, 3)) console.log(`  matters: ${said(id)}`);
    }
}

/** One of each moment and kind, then the next of each. */
function spreadOver(outcomes: readonly Outcome[]): readonly Outcome[] {
  const counts = new Map<string, number>();
  return outcomes
    .map((one) => {
      const kind = `${one.of.action.moment} ${one.of.kind} ${one.of.project}`;
      const nth = counts.get(kind) ?? 0;
      counts.set(kind, nth + 1);
      return { one, nth };
    })
    .toSorted((a, b) => a.nth - b.nth)
    .map(({ one }) => one);
}
