import assert from 'node:assert/strict';
import type { Asked, OfferedTool } from '../fakeModel/dialect.js';
import { PROJECT } from '../home.js';
import type { AgentRun } from '../runAgent.js';
import { ANSWER, PROMPT, type World } from '../world.js';
import type { Check } from './check.js';

const TOOLS = [
  'memory_search',
  'memory_timeline',
  'memory_get',
  'memory_context',
  'memory_save',
  'memory_update',
  'memory_forget',
  'memory_session',
];

const KNOWN = {
  project: PROJECT,
  type: 'decision',
  title: 'Webhook deliveries give up after the third attempt',
  content:
    'Retries of a webhook stop after three attempts, 30 seconds apart, because partners bill each call.',
} as const;

const SAVED = {
  type: 'bugfix',
  title: 'Idempotency keys outlive the retry window',
  content:
    'The key of a charge expired before its last retry and charged twice: keep it for 48 hours.',
} as const;

const SUMMARY = 'Goal: retries. Done: looked up what was decided. Next: nothing.';

const LEARNT = 'Staging partners answer 429 without a Retry-After header.';

const SEARCH = { tool: 'memory_search', input: { query: 'webhook retries' } };

/** What reaches the model, read from its requests, and what reaches the vault. */
export const MEMORY_CHECKS: readonly Check[] = [
  {
    title: 'The first request holds the context of the session start, with a note saved before',
    async run({ vault, run }) {
      await vault().POST('/api/v1/observations', { body: KNOWN });
      const { texts } = firstOf(await run({ calls: [], says: ANSWER }));
      const context = texts.find((text) => text.includes(KNOWN.title));
      const ours = texts.find((text) => text.includes('Memory Vault'));
      assert(context, `no text of the request names the note; what is ours says: ${ours}`);
      return `${context.length} characters`;
    },
  },
  {
    title: 'The first request offers our tools',
    async run({ run }) {
      const { tools } = firstOf(await run({ calls: [], says: ANSWER }));
      const ours = TOOLS.map((name) => tools.find((tool) => tool.name.endsWith(name)));
      const missing = TOOLS.filter((_, n) => ours[n] === undefined);
      assert.deepEqual(missing, [], 'tools that are not offered');
      for (const tool of ours) assert.notEqual(tool?.description, '', 'a tool without description');
      return `${ours.length}, such as \`${fullName(ours[0])}\``;
    },
  },
  {
    title: "A tool's answer reaches the model",
    async run({ run }) {
      const done = await run({ calls: [SEARCH], says: ANSWER });
      const result = resultOf(done, 0);
      assert.match(result, new RegExp(KNOWN.title));
      assert.match(done.stdout, new RegExp(ANSWER));
      return `${result.length} characters`;
    },
  },
  {
    title: 'What the agent saves is found by its next session',
    async run({ run }) {
      const save = { tool: 'memory_save', input: SAVED };
      resultOf(await run({ calls: [save], says: ANSWER }), 0);
      const query = { query: 'idempotency keys retry window' };
      const next = await run({ calls: [{ tool: 'memory_search', input: query }], says: ANSWER });
      assert.match(resultOf(next, 0), new RegExp(SAVED.title), 'the search does not find it');
      const inContext = firstOf(next).texts.some((text) => text.includes(SAVED.title));
      assert(inContext, 'the context of the next session does not name it');
      return 'by its context and by a search';
    },
  },
  {
    title: 'A run is one session, whose goal is the prompt',
    async run(world) {
      const [session, ...others] = await sessionsOfRuns(world, async () => {
        await world.run({ calls: [], says: ANSWER });
      });
      assert(session, 'there is no session');
      assert.deepEqual(others, []);
      const { project, goal } = session;
      assert.deepEqual({ project, goal }, { project: PROJECT, goal: PROMPT });
      return `goal "${goal}"`;
    },
  },
  {
    title: 'The agent ends its session with a summary, by the name that its context gives it',
    async run(world) {
      const end = {
        tool: 'memory_session',
        input: ({ texts }: Asked) => ({
          action: 'end',
          summary: SUMMARY,
          session_id: sessionIn(texts),
        }),
      };
      const [session] = await sessionsOfRuns(world, async () => {
        resultOf(await world.run({ calls: [end], says: ANSWER }), 0);
      });
      assert.equal(session?.state, 'ended');
      assert.equal(session.summary, SUMMARY);
      return session.state;
    },
  },
];

/** Where hooks need the trust of a user, `setup` must not give it. */
export const TRUST_CHECK: Check = {
  title: 'Hooks that its user has not trusted do not run, and it answers with our tools',
  impossible: ({ argsWithoutTrust }) => (argsWithoutTrust ? undefined : 'its hooks need no trust'),
  async run({ agent, run }) {
    const args = agent.argsWithoutTrust?.(PROMPT) ?? [];
    const done = await run({ calls: [SEARCH], says: ANSWER }, { args });
    const { texts } = firstOf(done);
    assert(!texts.some((text) => text.includes(KNOWN.title)), 'a hook has run');
    assert.match(resultOf(done, 0), new RegExp(KNOWN.title));
    return 'no context, but the tool answers';
  },
};

/** Passive capture has to be asked for. */
export const PASSIVE_CHECK: Check = {
  title: 'With `--passive`, what it says under "Key learnings" is proposed; without, it is not',
  impossible: ({ noPassive }) => noPassive,
  async run(world) {
    const says = `${ANSWER}\n\n## Key learnings\n\n- ${LEARNT}\n`;
    await world.run({ calls: [], says });
    await world.sendWaiting();
    assert.equal(await passiveNote(world), undefined, 'it was proposed unasked');
    await world.setUp(['--passive']);
    await world.run({ calls: [], says });
    await world.sendWaiting();
    const tags = await passiveNote(world);
    assert(tags, 'it was not proposed');
    assert(tags.includes('passive'), `it has the tags ${tags}`);
    await world.setUp();
    return `tags ${tags.join(', ')}`;
  },
};

/** The request that begins a run. */
export function firstOf({ requests, stdout, stderr }: AgentRun): AgentRun['requests'][number] {
  const [first] = requests;
  assert(first, `the model was not asked:\n${stdout}${stderr}`);
  return first;
}

/** What the model was given as the answer of its nth call. */
export function resultOf(run: AgentRun, n: number): string {
  const result = run.requests.at(-1)?.toolResults[n];
  const said = run.requests.map(({ reply }) => JSON.stringify(reply)).join('\n');
  assert(result, `the model got no answer of the tool, and said:\n${said}\n${run.stderr}`);
  return result.text;
}

function fullName(tool: OfferedTool | undefined): string {
  return [tool?.group, tool?.name].filter(Boolean).join('.');
}

/** What the context of the session start calls the session. */
function sessionIn(texts: readonly string[]): string | undefined {
  return /session_id "([^"]+)"/.exec(texts.join('\n'))?.[1];
}

/** The sessions that some runs began. A session begins when a goal arrives, so what waits is sent before and afterwards. */
export async function sessionsOfRuns(world: World, runs: () => Promise<void>) {
  const all = async () => {
    await world.sendWaiting();
    const { data } = await world.vault().GET('/api/v1/sessions/all', { params: { query: {} } });
    return data;
  };
  const before = new Set((await all()).map(({ id }) => id));
  await runs();
  return (await all()).filter(({ id }) => !before.has(id));
}

/** The tags of the note that was captured, which waits in the inbox. */
async function passiveNote({ vault }: World): Promise<readonly string[] | undefined> {
  const query = { q: 'staging partners 429', project: PROJECT, state: 'proposed' as const };
  const { data } = await vault().GET('/api/v1/search', { params: { query } });
  return data.find(({ content }) => content.includes(LEARNT))?.tags;
}
