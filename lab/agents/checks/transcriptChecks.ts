import assert from 'node:assert/strict';
import { findTranscripts } from '../../../src/backfill/findTranscripts.js';
import { type Said, TRANSCRIPT_AGENTS } from '../../../src/backfill/transcript.js';
import { clientRef } from '../../../src/domain/clientRef.js';
import { toolRun } from '../toolRun.js';
import { ANSWER, PROMPT, type World } from '../world.js';
import type { Check } from './check.js';

const FAILING = 'sh tools/check.sh known';
const CHANGE = {
  path: 'src/door.ts',
  before: "export const colour = 'green';",
  after: "export const colour = 'red';",
};

/** What the agent writes down of a conversation, read as `memory-vault backfill` does. */
export const TRANSCRIPT_CHECKS: readonly Check[] = [
  {
    title: 'What the agent keeps of a session is read, under the name that its hooks give it',
    impossible: ({ name }) =>
      TRANSCRIPT_AGENTS.some((one) => one === name) ? undefined : '`backfill` does not read it',
    async run(world) {
      const { agent, home } = world;
      home.reset();
      const began = Date.now();
      const edit = agent.tools.edit({ project: home.project, ...CHANGE });
      await toolRun(world, [{ calls: [agent.tools.shell(FAILING)] }, { calls: edit }]);
      home.reset();
      const { session, folder, all } = await newest(world, began);
      assert.equal(folder, home.project, 'the folder');
      const words = all.flatMap((said) => ('text' in said ? [`${said.kind}: ${said.text}`] : []));
      assert.deepEqual([words[0], words.at(-1)], [`user: ${PROMPT}`, `assistant: ${ANSWER}`]);
      const calls = all.filter((said) => said.kind === 'call');
      const failing = calls.find(({ command }) => command === FAILING);
      const result = all.find((said) => said.kind === 'result' && said.call === failing?.call);
      assert(result?.kind === 'result' && result.failed, 'the command that failed did not');
      assert.match(result.output, /P3014/);
      const changed = calls.flatMap(({ files }) => files);
      assert(
        changed.some((file) => file.endsWith(CHANGE.path)),
        `changed: ${changed.join(', ')}`,
      );
      const refs = new Set<string | undefined>();
      for await (const { client_ref } of world.vault().sessions()) refs.add(client_ref);
      assert(refs.has(clientRef(session)), `the hooks call no session ${session}`);
      return `${all.length} entries, ${calls.length} calls`;
    },
  },
];

/** The conversation that was written last, if it was since. */
async function newest({ agent, home }: World, since: number) {
  const found = findTranscripts({}, home.path).find((one) => one.agent === agent.name);
  const [last] = (found?.transcripts ?? []).toSorted((a, b) => b.modified - a.modified);
  assert(last && last.modified >= since - 1_000, 'there is no transcript of this run');
  const all: Said[] = [];
  for await (const said of last.said()) all.push(said);
  assert(
    all.every(({ kind }) => kind !== 'unread'),
    'some of it cannot be read',
  );
  const about = all.filter((said) => said.kind === 'about');
  const session = about.find((one) => one.session !== undefined)?.session ?? '';
  return { session, folder: about.find((one) => one.folder !== undefined)?.folder, all };
}
