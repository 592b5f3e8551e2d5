import type { VaultClient } from 'memory-vault-client';
import type { WorkingCopy } from '../checkout/workingCopy.js';
import { estimateTokens } from '../domain/tokens.js';
import { partsOf, tokensInParts } from './text/cut.js';
import { indexRows, READ_FOR_ROWS, rowsWithin } from './text/noteText.js';

/** The largest budget that `memory_context` takes. */
export const MOST_TOKENS = 20_000;

/** For the lines around what is recalled. */
const AROUND = 100;

/** Rows of notes: so many, and in larger budgets one for so many tokens, as far as the service gives them. */
const ROWS = { least: 15, tokensEach: 80, most: 100 } as const;

/** Code points and tokens of a title. In small budgets it is shorter: a row fits into its share, whatever the id of the note takes. */
const TITLE = { longest: 80, tokens: 60 } as const;

/** A part of the context: how many tokens all of it takes, and its lines in fewer. */
interface Part {
  readonly wanted: number;
  within(tokens: number): Promise<readonly string[]>;
}

/**
 * What is worth knowing at the start: the summary of the last session, the conventions, and an index of the pinned and of the
 * newest notes, for an answer of at most `maxTokens`. Each of the four has the same share, and a part of what the others
 * leave. A note whose files have changed since in `workingCopy` says so. Undefined for a project without any of them.
 */
export async function projectContext(
  vault: VaultClient,
  project: string,
  maxTokens: number,
  workingCopy?: Pick<WorkingCopy, 'changed'>,
): Promise<string | undefined> {
  const tokens = maxTokens - AROUND;
  const path = { project };
  const limit = Math.floor(Math.min(Math.max(maxTokens / ROWS.tokensEach, ROWS.least), ROWS.most));
  const query = { limit, spread: 'true', content_limit: READ_FOR_ROWS } as const;
  const [ended, conventions, { data: notes }] = await Promise.all([
    vault.GET('/api/v1/sessions/all', { params: { query: { project, state: 'ended', limit: 1 } } }),
    vault.GET('/api/v1/openspec/{project}', { params: { path } }),
    vault.GET('/api/v1/context/{project}', { params: { path, query } }),
  ]);
  const [session] = ended.data;
  const whereTheRestIs =
    maxTokens < MOST_TOKENS
      ? 'memory_context with more max_tokens shows more'
      : 'the REST API gives all of it';
  const textPart = (name: string, text: string) => partOfText(name, text, whereTheRestIs, tokens);
  const title = { ...TITLE, tokens: Math.min(TITLE.tokens, Math.floor(tokens / 10)) };
  const rows = indexRows(notes, { title, changed: workingCopy?.changed(notes) });
  const pins = notes.filter(({ pinned }) => pinned).length;
  const parts = [
    textPart(`Last session, ${session?.ended_at?.slice(0, 10)}`, session?.summary ?? ''),
    textPart('Conventions', conventions.data.content),
    partOfRows(rows.slice(0, pins)),
    partOfRows(rows.slice(pins)),
  ];
  const shares = fairShares(
    tokens,
    parts.map(({ wanted }) => wanted),
  );
  const lines = await Promise.all(parts.map((part, i) => part.within(shares[i] ?? 0)));
  const [summary = [], agreed = [], ...shown] = lines;
  const headed = shown.some((part) => part.length > 0) ? ['Newest notes:', ...shown.flat()] : [];
  const all = [...summary, ...agreed, ...headed];
  return all.length > 0 ? all.join('\n') : undefined;
}

const NOTHING: Part = { wanted: 0, within: async () => [] };

/** A text under its name. Where it is shortened, it says how long it is, and where the rest is. */
function partOfText(name: string, text: string, whereTheRestIs: string, most: number): Part {
  if (text === '') return NOTHING;
  const size = estimateTokens(text);
  const cutName = `${name} (the beginning of ~${size}t; ${whereTheRestIs})`;
  const around = estimateTokens(`${cutName}: …`);
  return {
    wanted: around + tokensInParts(text, most),
    async within(tokens) {
      const parts = partsOf(text, Math.max(1, tokens - around));
      const first = (await parts.next()).value;
      return [(await parts.next()).done ? `${name}: ${first}` : `${cutName}: ${first}…`];
    },
  };
}

function partOfRows(rows: readonly string[]): Part {
  return {
    wanted: rows.reduce((sum, row) => sum + estimateTokens(row), 0),
    within: async (tokens) => rowsWithin(rows, tokens),
  };
}

/**
 * What each gets of a total, of which it wants so much: no more than that, the same share as each other one, and of what is
 * left by those that want less, the same part again.
 */
function fairShares(total: number, wanted: readonly number[]): readonly number[] {
  const shares = wanted.map(() => 0);
  let left = total;
  let waiting = wanted.length;
  const leastFirst = [...wanted.entries()].sort(([, a], [, b]) => a - b);
  for (const [i, most] of leastFirst) {
    shares[i] = Math.min(most, Math.floor(left / waiting));
    left -= shares[i];
    waiting -= 1;
  }
  return shares;
}
