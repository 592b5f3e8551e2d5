import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Observation, type VaultClient, VaultError } from 'memory-vault-client';
import { z } from 'zod';
import { estimateTokens, tokensUpTo } from '../../domain/tokens.js';
import { canonicalUlid, SHORT_ID } from '../../domain/ulid.js';
import { fenced } from '../../domain/untrustedText.js';
import { Failure } from '../answer.js';
import { projectOf } from '../projectOf.js';
import { partsOf, shortened } from '../text/cut.js';
import { givable, noteHead, noteText, shortIdsOf } from '../text/noteText.js';
import { ELSEWHERE, givenNote, READS, tool } from '../tool.js';

/** For the lines around what is recalled, also where ten ids are left. */
const AROUND = 250;

/** Of what there is no note for, and is no id either: it may be any text. */
const ID = { longest: 30, tokens: 20 };

export const getTool = tool({
  name: 'memory_get',
  description:
    'Read whole notes by id: only the few of an index that matter. What does not fit into max_tokens is listed in left.',
  input: z
    .object({
      ids: z.array(z.string().trim().min(1)).min(1).max(10),
      max_tokens: z.int().min(500).max(20_000).default(4000),
      part: z.int().min(1).optional().describe('of one long note, from 1'),
    })
    .refine(({ ids, part }) => part === undefined || ids.length === 1, {
      path: ['part'],
      error: 'goes with one id',
    }),
  annotations: READS,
  async answer({ ids, max_tokens, part }, surroundings) {
    const project = projectOf(surroundings, undefined).said;
    const { notes, missing } = await readNotes(surroundings.vault, ids);
    const [first] = notes;
    if (!first) throw noneFound(missing);
    const { stateOf } = surroundings.workingCopy ?? ELSEWHERE;
    if (part !== undefined) {
      surroundings.giving?.([givenNote(first)]);
      return { project, ...(await partOf(first, await stateOf(first), part, max_tokens)) };
    }
    const { given, whole, left } = await within(notes, stateOf, max_tokens);
    surroundings.giving?.(whole.map(givenNote));
    return {
      project,
      recalled: given.length > 0 ? fenced(given.join('\n\n')) : undefined,
      left: left.length > 0 ? left.join('; ') : undefined,
      missing: missing.length > 0 ? namesOf(missing) : undefined,
    };
  },
});

/**
 * The notes with those ids in that order, each once, and the ids without one. One request for each: many long notes would
 * be parsed in one turn of the event loop.
 */
async function readNotes(vault: VaultClient, ids: readonly string[]) {
  const notes = new Map<string, Observation>();
  const missing: string[] = [];
  for (const id of ids) {
    try {
      const params = { path: { id } };
      const { data } = await vault.GET('/api/v1/observations/{id}', { params });
      notes.set(data.id, givable(data));
    } catch (error) {
      if (!(error instanceof VaultError) || error.code !== 'not_found') throw error;
      missing.push(id);
    }
  }
  return { notes: [...notes.values()], missing };
}

/** The notes that fit into a budget of tokens one after the other, and what is left, each with its size. */
async function within(
  notes: readonly Observation[],
  stateOf: (note: Observation) => Promise<string | undefined>,
  tokens: number,
) {
  const short = shortIdsOf(notes.map(({ id }) => id));
  const given: string[] = [];
  const whole: Observation[] = [];
  const left: string[] = [];
  const most = tokens - AROUND;
  let room = most;
  for (const [i, note] of notes.entries()) {
    // A long text is not made ready to be shown only to be left.
    const least = tokensUpTo(most, note.content);
    const text = least <= most ? noteText(note, await stateOf(note)) : '';
    // Some models get the text as JSON, which is longer.
    const size = Math.max(least, tokensUpTo(most, JSON.stringify(text)));
    if (size <= room) {
      given.push(text);
      whole.push(note);
      room -= size;
    } else {
      const needed = Math.max(size, estimateTokens(note.content));
      left.push(`${short[i]} ~${needed}t${size > most ? ', alone with part 1' : ''}`);
    }
    // All of ten long notes would hold the event loop.
    await nextTurn();
  }
  return { given, whole, left };
}

async function partOf(
  note: Observation,
  state: string | undefined,
  wanted: number,
  tokens: number,
) {
  let count = 0;
  let found: string | undefined;
  for await (const part of partsOf(`${noteHead(note, state)}\n${note.content}`, tokens - AROUND)) {
    count += 1;
    if (count === wanted) found = part;
  }
  if (found === undefined) {
    throw new Failure('invalid_payload', `part: must be at most ${count}, with this max_tokens`, {
      next: 'Call it again with another part',
    });
  }
  const left = wanted < count ? `part ${wanted + 1} of ${count}` : undefined;
  return { recalled: fenced(found), left };
}

const namesOf = (ids: readonly string[]) => ids.map(nameOf).join(', ');

/** An id by its end, as rows have it, which is a quarter of the tokens. */
function nameOf(id: string): string {
  return canonicalUlid(id)?.slice(-SHORT_ID) ?? shortened(id, ID);
}

const noneFound = (missing: readonly string[]) =>
  new Failure('not_found', `there is no note ${namesOf(missing)}`, {
    next: 'Find it with memory_search; it may have been forgotten',
  });
