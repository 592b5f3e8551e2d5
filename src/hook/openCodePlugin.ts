/** The programs that the plugin starts, as absolute paths. */
interface OpenCodePrograms {
  readonly node: string;
  /** `dist/hook.cjs`. */
  readonly hook: string;
  /** Whether notes are made of what the agent says that it learned. */
  readonly passive?: boolean;
  /** Settings that lead the hook program to the vault, by their names; none is a secret. */
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * The source of the plugin for OpenCode, for its folder `plugins`. OpenCode has no hooks that are commands: the plugin runs
 * the same program for each event, with the same JSON. It never throws into OpenCode, and waits for the program for 5 s at
 * most (`STARTING_MS` and the start of a process). What is recalled becomes a part of the system prompt, the same in each turn, so
 * that the model's cache holds.
 */
export function openCodePlugin({
  node,
  hook,
  passive = false,
  settings = {},
}: OpenCodePrograms): string {
  return `// Memory Vault: gives OpenCode what earlier sessions settled. Written by \`memory-vault setup opencode\`.
import { spawn } from 'node:child_process';

const NODE = ${JSON.stringify(node)};
const HOOK = ${JSON.stringify(hook)};
const PASSIVE = ${JSON.stringify(passive)};
const SETTINGS = ${JSON.stringify(settings)};
${SOURCE}`;
}

const SOURCE = String.raw`
const LONGEST_MS = 5000;
const COMPACTING =
  'Name in the summary what was decided and learned but not yet saved to Memory Vault, so that it can be saved afterwards.';

/** The answer of the hook program; an empty one where it fails. */
function run(event, input) {
  return new Promise((resolve) => {
    let text = '';
    const done = () => {
      clearTimeout(timer);
      try {
        resolve(JSON.parse(text) ?? {});
      } catch {
        resolve({});
      }
    };
    let child;
    const timer = setTimeout(() => {
      child?.kill('SIGKILL');
      done();
    }, LONGEST_MS);
    try {
      const args = [HOOK, 'opencode', event, ...(PASSIVE ? ['--passive'] : [])];
      const env = { ...process.env, ...SETTINGS };
      child = spawn(NODE, args, { env, stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true });
      child.on('error', done);
      child.on('close', done);
      child.stdin.on('error', () => {});
      child.stdout.on('data', (chunk) => {
        text += chunk;
      });
      child.stdin.end(JSON.stringify(input));
    } catch {
      done();
    }
  });
}

export const MemoryVault = async ({ client, directory }) => {
  /** What is injected into each session, by its id. */
  const contexts = new Map();
  /** Sessions that an agent started for a part of its work. */
  const inner = new Set();

  const inputOf = (sessionID, more) => ({ session_id: sessionID, cwd: directory, ...more });

  function begin(sessionID, source) {
    if (source === 'compact' || !contexts.has(sessionID)) {
      const answer = run('session-start', inputOf(sessionID, { source }));
      contexts.set(
        sessionID,
        answer.then(({ context, message }) => {
          if (message) log(message);
          return context;
        }),
      );
    }
    return contexts.get(sessionID);
  }

  const EDITS = ['edit', 'write', 'apply_patch'];
  /** What a call of a tool is told, by its session: the hook runs beside a command. */
  const told = new Map();

  async function beforeTool({ tool, sessionID }, args) {
    const event = EDITS.includes(tool) ? 'before-edit' : tool === 'bash' ? 'before-command' : undefined;
    if (event === undefined) return;
    const before = told.get(sessionID) ?? [];
    const answer = run(event, inputOf(sessionID, { tool_input: args }));
    told.set(sessionID, [...before, answer]);
    // It looks for the edited lines where they stand before.
    if (event === 'before-edit') await answer;
  }

  /** A tool that fails is told nothing here: the next one gets it. */
  async function afterTool({ tool, sessionID, args }, output) {
    if (typeof output?.output !== 'string') return;
    const runs = told.get(sessionID) ?? [];
    told.delete(sessionID);
    if (tool === 'bash' && output.metadata?.exit !== 0) {
      const input = { tool_input: args, error: output.output };
      runs.push(run('after-failure', inputOf(sessionID, input)));
    }
    const contexts = (await Promise.all(runs)).flatMap(({ context }) => context ?? []);
    for (const context of contexts) output.output += '\n\n' + context;
  }

  function log(message) {
    const body = { service: 'memory-vault', level: 'warn', message };
    Promise.resolve(client?.app?.log?.({ body })).catch(() => {});
  }

  /** The text of the last message of the model in a session. */
  async function lastMessage(sessionID) {
    const { data = [] } = await client.session.messages({ path: { id: sessionID } });
    const last = data.filter(({ info }) => info.role === 'assistant').at(-1);
    const parts = last?.parts.filter(({ type }) => type === 'text') ?? [];
    return parts.map(({ text }) => text).join('\n');
  }

  async function onEvent({ type, properties = {} }) {
    const sessionID = properties.sessionID ?? properties.info?.id;
    if (type === 'session.created' && properties.info?.parentID) inner.add(sessionID);
    if (sessionID === undefined || inner.has(sessionID)) return;
    if (type === 'session.created') begin(sessionID, 'startup');
    if (type === 'session.compacted') begin(sessionID, 'compact');
    if (type === 'session.idle' && PASSIVE) {
      const message = await lastMessage(sessionID);
      await run('stop', inputOf(sessionID, { last_assistant_message: message }));
    }
    if (type === 'session.deleted') {
      contexts.delete(sessionID);
      told.delete(sessionID);
      await run('session-end', inputOf(sessionID));
    }
  }

  /** Whatever goes wrong here is no reason for OpenCode to stop. */
  const safely =
    (act) =>
    async (...args) => {
      try {
        await act(...args);
      } catch (error) {
        log(String(error));
      }
    };

  return {
    // Not waited for: OpenCode goes on with the next event only when this one is done.
    event: safely(async ({ event }) => void safely(onEvent)(event)),
    'chat.message': safely(async ({ sessionID }, { parts }) => {
      if (inner.has(sessionID)) return;
      begin(sessionID, 'startup');
      const prompt = parts.find(({ type, synthetic }) => type === 'text' && !synthetic)?.text;
      if (prompt) void run('prompt', inputOf(sessionID, { prompt }));
    }),
    'experimental.chat.system.transform': safely(async ({ sessionID }, { system }) => {
      if (!sessionID || inner.has(sessionID)) return;
      const context = await begin(sessionID, 'startup');
      if (context) system.push(context);
    }),
    'tool.execute.before': safely(async (call, { args }) => beforeTool(call, args)),
    'tool.execute.after': safely(afterTool),
    'experimental.session.compacting': safely(async (_input, { context }) => {
      context.push(COMPACTING);
    }),
  };
};
`;
