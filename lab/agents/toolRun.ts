import assert from 'node:assert/strict';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { ModelRequest, ScriptedCall } from './fakeModel/fakeModel.js';
import type { AgentRun } from './runAgent.js';
import { ANSWER, PROMPT, type World } from './world.js';

/** Calls of the agent's own tools, and what the model had read when they were made. */
export interface Step {
  readonly calls: readonly ScriptedCall[];
  /** Called just before they are made. */
  look?(): void;
}

/** What an agent's model read after each step of a run. */
export interface ToolRun {
  readonly run: AgentRun;
  /** The cards of notes in the request behind the step of this number, from 0: in the whole conversation until then. */
  cardsAfter(step: number): readonly string[];
  /** The result of the last call of a step, as the model got it. */
  resultOf(step: number): string;
}

/** What a hook says at an action, from its first word to the end of its fence. Gemini CLI escapes the fence. */
const CARD = /Memory Vault has this about.*?(?:<|&lt;)\/recalled \w+(?:>|&gt;)/gs;

/** Has the model of an agent call tools of the agent, step after step, in a session of its own. Throws when the agent does not end well. */
export async function toolRun(
  world: World,
  steps: readonly Step[],
  args = world.agent.tools.args(PROMPT),
): Promise<ToolRun> {
  const calls = scriptOf(steps);
  const run = await world.run({ calls, says: ANSWER }, { args });
  assertAnswered(run, calls.length);
  const countUntil = (step: number) =>
    steps.slice(0, step + 1).reduce((sum, one) => sum + one.calls.length, 0);
  const after = (step: number) => requestWith(run, countUntil(step));
  return {
    run,
    cardsAfter: (step) => cardsIn(after(step).texts),
    resultOf: (step) => after(step).toolResults.at(-1)?.text ?? '',
  };
}

/** The calls of all steps, in their order. */
export const scriptOf = (steps: readonly Step[]): readonly ScriptedCall[] =>
  steps.flatMap(({ calls, look }) =>
    calls.map((call, i) => (i === 0 ? watched(call, look) : call)),
  );

function watched(call: ScriptedCall, look: Step['look']): ScriptedCall {
  if (look === undefined) return call;
  const { tool, input } = call;
  return {
    tool,
    input(asked) {
      look();
      return typeof input === 'function' ? input(asked) : input;
    },
  };
}

/** Asserts that an agent has made all calls and has ended with its answer. */
export function assertAnswered(run: AgentRun, calls: number): void {
  const said = run.requests.map(({ reply }) => JSON.stringify(reply)).join('\n');
  assert.equal(run.exitCode, 0, `${run.stderr}\n${said}`);
  assert(run.stdout.includes(ANSWER), `it did not answer:\n${run.stdout}${run.stderr}\n${said}`);
  requestWith(run, calls);
}

/** The request in which so many results of tools stand first. */
function requestWith({ requests }: AgentRun, results: number): ModelRequest {
  const found = requests.find(({ toolResults }) => toolResults.length === results);
  const said = requests.map(({ reply }) => JSON.stringify(reply)).join('\n');
  assert(found, `no request has ${results} results of tools; the model said:\n${said}`);
  return found;
}

export const cardsIn = (texts: readonly string[]): readonly string[] =>
  texts.flatMap((text) => text.match(CARD) ?? []);

/** A text without the cards in it, and without what agents put around them. */
export const withoutCards = (text: string) =>
  text.replace(CARD, '').replaceAll(/\n*<hook_context>\s*<\/hook_context>/g, '');

/** Asserts that all that reached the model since the run began is not ours. */
export function assertSilent({ requests }: AgentRun): void {
  const first = new Set(requests[0]?.texts);
  const later = requests.at(-1)?.texts.filter((text) => !first.has(text)) ?? [];
  const ours = later.filter((text) => /Memory Vault|recalled/.test(text));
  assert.deepEqual(ours, [], 'something of ours reached the model');
}

/** Asserts that there is one card, and that it gives a note of this title. Gives its length in tokens. */
export function assertCard(cards: readonly string[], title: string): string {
  assert.equal(cards.length, 1, `${cards.length} cards, where one was to give "${title}"`);
  const [card = ''] = cards;
  assert(card.includes(title), `the note is not "${title}":\n${card}`);
  return `${countTokens(card)} tokens`;
}
