import assert from 'node:assert/strict';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { ANSWER, type World } from '../world.js';
import type { Check } from './check.js';
import { CHANGED, ROUNDED, readyProject, saying, TITLES } from './momentNotes.js';

const TILL = 'work/shop/src/till.ts';

/** Tokens of all that the start adds to the first request. */
const MOST_TOKENS = 650;

/** What an agent's model is told of its project at the start of a session. */
export const START_CHECKS: readonly Check[] = [
  {
    title: 'The start brings the note about a file that the branch touches, before the newest',
    async run(world) {
      await readyProject(world);
      assert(!(await startOf(world)).includes(BRANCH), 'nothing is touched');
      world.home.write(TILL, world.home.read(TILL).replace(ROUNDED, CHANGED));
      const told = await startOf(world);
      const [, ofBranch = ''] = new RegExp(`${BRANCH}(.*?)Newest notes:`, 's').exec(told) ?? [];
      assert.match(ofBranch, new RegExp(`${TITLES.till} ~\\d+t drifted`), told);
      assert(!ofBranch.includes(TITLES.vat), 'the other file was not touched');
      const tokens = countTokens(told);
      assert(tokens <= MOST_TOKENS, `${tokens} tokens`);
      return `${tokens} tokens`;
    },
  },
  {
    title: 'With `"start": false` in the project, the start tells the tools only',
    async run(world) {
      await readyProject(world);
      const told = await saying(world, { start: false }, () => startOf(world));
      assert.match(told, /memory_search before you decide/);
      for (const title of Object.values(TITLES)) assert(!told.includes(title), told);
      return 'no note';
    },
  },
];

const BRANCH = 'Notes about files of this branch:';

/** From its first word to the end of its fence, which Gemini CLI escapes. */
const START = /Memory Vault keeps.*?(?:<|&lt;)\/recalled \w+(?:>|&gt;)/s;

/** The text of ours in the first request of a session. */
async function startOf(world: World): Promise<string> {
  const { requests } = await world.run({ calls: [], says: ANSWER });
  const texts = requests.flatMap((request) => request.texts);
  const told = texts.find((text) => text.includes('Memory Vault keeps what earlier sessions'));
  assert(told, 'no request has the start');
  // Claude Code adds texts of its own behind it.
  return START.exec(told)?.[0] ?? told;
}
