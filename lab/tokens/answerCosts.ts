import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { VaultClient } from 'memory-vault-client';
import { resultOf } from '../../src/mcp/answer.js';
import { ALL_TOOLS } from '../../src/mcp/mcpServer.js';
import { call } from '../../src/mcp/tool.js';
import { client } from '../../tools/client.js';
import { loadNotes } from '../../tools/notes/loadNotes.js';
import type { Note } from '../../tools/notes/readNotes.js';
import { inTemporaryVault } from '../../tools/server/inTemporaryVault.js';
import { startText } from './startText.js';

/** What a hook tells at the start of a session, with the lines around what is recalled. */
const START = 'start of a session';

/** The most tokens that an answer of a tool may have, without arguments that ask for more. */
export const BUDGETS = {
  memory_search: 800,
  memory_timeline: 1000,
  memory_get: 4000,
  memory_context: 1200,
  memory_save: 120,
  memory_update: 60,
  memory_forget: 60,
  memory_session: 80,
  [START]: 650,
} as const;

/** What the answers of one tool cost. */
export interface AnswerCost {
  readonly name: string;
  readonly answers: number;
  /** The median. */
  readonly typical: number;
  readonly longest: number;
  readonly budget: number;
}

/** Calls of each tool. */
const CALLS = 60;

/** Loads notes into a vault of its own, calls every tool about notes all over it, and counts the answers in tokens. */
export async function answerCosts(notes: readonly Note[]): Promise<readonly AnswerCost[]> {
  return inTemporaryVault(async ({ start, options: { adminKey } }) => {
    const to = client({ url: (await start()).url, adminKey });
    // One session a project: of sessions with a note or two there are thousands, and a timeline tells of one with many.
    await loadNotes(
      to,
      notes.map((note) => ({ ...note, session: note.project })),
    );
    const counted = new Map<string, number[]>();
    for await (const { name, tokens } of calls(to.vault, spread(notes))) {
      counted.set(name, [...(counted.get(name) ?? []), tokens]);
    }
    return Object.entries(BUDGETS).map(([name, budget]) => {
      const tokens = (counted.get(name) ?? []).sort((a, b) => a - b);
      const typical = tokens[Math.floor(tokens.length / 2)] ?? 0;
      return { name, answers: tokens.length, typical, longest: tokens.at(-1) ?? 0, budget };
    });
  });
}

/** Some notes, spread evenly, and of them the longest as well: they decide what a budget has to hold. */
function spread(notes: readonly Note[]): readonly Note[] {
  const every = Math.max(1, Math.floor((2 * notes.length) / CALLS));
  const longest = [...notes].sort((a, b) => b.content.length - a.content.length);
  return [...notes.filter((_, i) => i % every === 0), ...longest.slice(0, CALLS / 2)];
}

async function* calls(vault: VaultClient, notes: readonly Note[]) {
  const ids: string[] = [];
  // Each part of a context has more than fits.
  const longest = notes.toSorted((a, b) => b.content.length - a.content.length)[0]?.content ?? '';
  for (const project of new Set(notes.map((note) => note.project)))
    await vault.PUT('/api/v1/openspec/{project}', {
      params: { path: { project } },
      body: { content: longest },
    });
  for (const [i, { project, title, content, type }] of notes.entries()) {
    const surroundings = { vault, project: { project, source: 'remote' as const } };
    const ask = async (name: Exclude<keyof typeof BUDGETS, typeof START>, given: object) => {
      const tool = ALL_TOOLS.find((one) => one.name === name);
      if (!tool) throw new Error(`there is no tool ${name}`);
      const answer = await call(tool, given, surroundings);
      const { content: texts, structuredContent } = resultOf(answer);
      const [text] = texts;
      // Some clients give a model the one, others the other.
      const forms = [text?.type === 'text' ? text.text : '', JSON.stringify(structuredContent)];
      return {
        answer,
        counted: { name, tokens: Math.max(...forms.map((one) => countTokens(one))) },
      };
    };
    const words = title.split(/\s+/).slice(0, 3).join(' ');
    yield (await ask('memory_search', { query: words })).counted;
    yield (await ask('memory_search', { query: words, project: '*', limit: 50 })).counted;
    yield (await ask('memory_context', {})).counted;
    yield { name: START, tokens: countTokens(await startText(surroundings)) };
    const note = { type, title: Array.from(title).slice(0, 100).join(''), content };
    const { answer, counted } = await ask('memory_save', note);
    yield counted;
    const id = answer.saved ?? '';
    ids.push(id);
    if (i % 4 === 0) await vault.PUT('/api/v1/observations/{id}/pin', { params: { path: { id } } });
    yield (await ask('memory_timeline', { id, limit: 50 })).counted;
    yield (await ask('memory_get', { ids: ids.slice(-10) })).counted;
    yield (await ask('memory_update', { id, tags: ['counted'] })).counted;
    const started = await ask('memory_session', { action: 'start', goal: title });
    yield started.counted;
    const session_id = started.answer.session_id;
    yield (await ask('memory_session', { action: 'end', session_id, summary: content })).counted;
    if (i % 5 === 0) yield (await ask('memory_forget', { id, title: note.title.trim() })).counted;
  }
}
