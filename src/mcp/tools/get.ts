import { type Observation, type VaultClient, VaultError } from 'memory-vault-client';
import { z } from 'zod';
import { Failure } from '../failure.js';
import { projectOf } from '../projectOf.js';
import { estimateTokens } from '../text/estimateTokens.js';
import { fenced } from '../text/fenced.js';
import { shortIdsOf } from '../text/indexRows.js';
import { partsOf } from '../text/partsOf.js';
import { visible, visibleLine } from '../text/visible.js';
import { READS, tool } from '../tool.js';

export const getTool = tool({
  name: 'memory_get',
  description:
    'Read whole notes: the few ids from an index that matter. What does not fit into max_tokens is listed in left.',
  input: z.object({
    ids: z.array(z.string().trim().min(1)).min(1).max(10),
    max_tokens: z.int().min(200).max(20_000).default(4000),
    part: z.int().min(1).optional().describe('of one long note'),
  }),
  annotations: READS,
  async answer({ ids, max_tokens, part }, surroundings) {
    const { said } = projectOf(surroundings, undefined);
    const { observations, missing } = await readNotes(surroundings.vault, ids);
    if (observations.length === 0) throw noneFound(missing);
    const whole = observations.map(textOf);
    const short = shortIdsOf(observations.map(({ id }) => id));
    const [only = ''] = whole;
    if (part !== undefined) {
      if (whole.length > 1) throw onlyOne();
      const parts = partsOf(only, max_tokens);
      if (part > parts.length) throw noSuchPart(parts.length);
      const next = part < parts.length ? `part ${part + 1} of ${parts.length}` : undefined;
      return { project: said, recalled: fenced(parts[part - 1] ?? ''), left: next };
    }
    const { given, left } = within(whole, max_tokens);
    const listed = left.map(({ index, tokens }) => {
      const parts = partsOf(whole[index] ?? '', max_tokens).length;
      const how = parts > 1 ? `, alone in ${parts} parts: part 1` : '';
      return `${short[index]} ~${tokens}t${how}`;
    });
    return {
      project: said,
      recalled: given.length > 0 ? fenced(given.join('\n\n')) : undefined,
      left: listed.length > 0 ? listed.join('; ') : undefined,
      missing: missing.length > 0 ? missing.map(visibleLine).join(', ') : undefined,
    };
  },
});

/** The notes with those ids in that order, and the ids without one. */
async function readNotes(vault: VaultClient, ids: readonly string[]) {
  const read = ids.map(async (id) => {
    const params = { path: { id } };
    return (await vault.GET('/api/v1/observations/{id}', { params })).data;
  });
  const found = await Promise.allSettled(read);
  const observations: Observation[] = [];
  const missing: string[] = [];
  for (const [i, one] of found.entries()) {
    if (one.status === 'fulfilled') observations.push(one.value);
    else if (one.reason instanceof VaultError && one.reason.status === 404)
      missing.push(ids[i] ?? '');
    else throw one.reason;
  }
  return { observations, missing };
}

/** A note as a model reads it. */
function textOf(note: Observation): string {
  const { id, created_at, updated_at, type, title, content, tags, project, author } = note;
  const about = [
    id,
    created_at.slice(0, 10),
    ...(updated_at === undefined ? [] : [`revised ${updated_at.slice(0, 10)}`]),
    type,
    ...(project === undefined ? [] : [`in ${project}`]),
    ...(author === undefined ? [] : [`by ${author}`]),
    ...tags.map((tag) => `#${tag}`),
  ];
  return `${visibleLine(about.join(' '))}\n${visibleLine(title)}\n${visible(content)}`;
}

/** The texts that fit into a budget of tokens one after the other, and those that are left. */
function within(texts: readonly string[], tokens: number) {
  const given: string[] = [];
  const left: { index: number; tokens: number }[] = [];
  let room = tokens;
  for (const [index, text] of texts.entries()) {
    // Models may get the text as JSON, which is longer.
    const size = estimateTokens(JSON.stringify(text));
    if (size <= room) {
      given.push(text);
      room -= size;
    } else left.push({ index, tokens: size });
  }
  return { given, left };
}

const noneFound = (missing: readonly string[]) =>
  new Failure('not_found', `there is no note ${missing.map(visibleLine).join(', ')}`, {
    next: 'Find it with memory_search; it may have been forgotten',
  });

const onlyOne = () =>
  new Failure('invalid_payload', 'part: is of one note, and several ids are given', {
    next: 'Give one id with part',
  });

const noSuchPart = (count: number) =>
  new Failure('invalid_payload', `part: must be at most ${count}, with this max_tokens`, {
    next: 'Call it again with another part',
  });
