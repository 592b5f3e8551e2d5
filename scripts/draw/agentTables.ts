import type { MachinePath } from '../../src/setup/agent.js';
import { AGENT_NAMES } from '../../src/setup/agent.js';
import type { Agent } from '../../src/setup/agentKind.js';
import { ALL_AGENTS } from '../../src/setup/agents.js';
import { markdownTable } from '../../tools/markdownTable.js';

const code = (text: string) => `\`${text}\``;

/** A path on Linux, where no variable moves it. */
function usualPath(path: MachinePath): string {
  const named = typeof path === 'string' ? path : path.linux;
  return code(named.replace(/^\{\w+:([^}]*)\}/, '$1'));
}

function serversOf({ servers }: Agent): string {
  const places = servers.map(({ file, orElse, key, where }) => {
    const other = orElse ? ` or ${usualPath(orElse).replace(/.*(\.\w+`)$/, '`$1')}` : '';
    const there = where ? ', where the extension of VS Code is installed' : '';
    return `${usualPath(file)}${other}, ${code(key)}${there}`;
  });
  return places.join('; ');
}

function hooksOf({ hooks, plugin }: Agent): string {
  const file = hooks?.file ?? plugin;
  return file === undefined ? '–' : usualPath(file);
}

/** What setup writes for each agent, and the file of its instructions in a project. */
export function agentFilesTable(): string {
  const rows = AGENT_NAMES.map((name) => {
    const agent = ALL_AGENTS[name];
    const said = code(agent.instructions);
    return [agent.title, code(name), serversOf(agent), hooksOf(agent), said];
  });
  return markdownTable(['agent', 'name', 'MCP server', 'hooks', 'instructions'], rows);
}

/** The agent's own name of each event that runs a hook. */
export function agentEventsTable(): string {
  const rows = AGENT_NAMES.flatMap((name) => {
    const { title, hooks }: Agent = ALL_AGENTS[name];
    if (hooks === undefined) return [];
    const named = EVENTS.map((event) => {
      const given = hooks.events[event];
      if (given === undefined) return '–';
      return code(typeof given === 'string' ? given : given.name);
    });
    return [[title, ...named]];
  });
  return markdownTable(['agent', ...EVENTS.map(code)], rows);
}

const EVENTS = [
  'session-start',
  'prompt',
  'before-edit',
  'before-command',
  'after-failure',
  'stop',
  'session-end',
] as const;
