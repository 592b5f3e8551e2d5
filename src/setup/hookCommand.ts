import { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Agent as HookAgent, HookEvent } from '../hook/agentProtocol.js';
import type { Launch } from './launch.js';

/** Which shell an agent gives the command line of a hook to. */
export type Shell = 'posix' | 'cmd' | 'powershell';

/**
 * Seconds that an agent waits for a hook: above what the hook allows itself for the vault (4, 0.3, 0.3, 1 and 0.4 s) by the time
 * that Node may take to start, and to keep what is to be kept, on a busy machine. Codex allows a SessionEnd at most 3.
 */
export const HOOK_SECONDS: Readonly<Record<HookEvent, number>> = {
  'session-start': 5,
  prompt: 2,
  stop: 2,
  'session-end': 3,
  'before-edit': 2,
  'before-command': 2,
  'after-failure': 2,
};

/** The command line of a hook. The settings stand before it, because no agent passes an environment to its hooks. */
export function hookCommand(
  launch: Launch,
  agent: HookAgent,
  event: HookEvent,
  shell: Shell,
): string {
  const { node, hook, settings, passive } = launch;
  const words = `${quoted(node, shell)} ${quoted(hook, shell)} ${agent} ${event}`;
  const line = passive && event === 'stop' ? `${words} --passive` : words;
  const given = Object.entries(settings);
  switch (shell) {
    case 'posix':
      return [...given.map(([name, value]) => `${name}=${quoted(value, shell)}`), line].join(' ');
    case 'cmd':
      return [...given.map(([name, value]) => `set "${name}=${plain(value)}"`), line].join('&& ');
    case 'powershell': {
      const set = given.map(([name, value]) => `$env:${name}=${quoted(value, shell)}`);
      // A quoted path is a text for PowerShell, until `&` runs it.
      return [...set, `& ${line}`].join('; ');
    }
  }
}

/** True for the command line of a hook of ours for this agent and event, from any place and with any settings. */
export function isOurHook(command: unknown, agent: HookAgent, event: HookEvent): boolean {
  // A hook of somebody else may have the same file name: only the words after it say that it is ours. It was `hook.js` before.
  const end = new RegExp(`[/\\\\]hook\\.c?js["'] ${agent} ${event}(?: --passive)?$`);
  return typeof command === 'string' && end.test(command);
}

function quoted(text: string, shell: Shell): string {
  switch (shell) {
    case 'posix':
      return `"${text.replaceAll(/["$`\\]/g, '\\$&')}"`;
    case 'cmd':
      return `"${plain(text)}"`;
    case 'powershell':
      // It takes these for quotes, too.
      return `'${text.replaceAll(/['\u2018-\u201b]/g, '$&$&')}'`;
  }
}

/** A text as it is. Throws `setting_wrong` for what cmd would take for a variable or an end, with no way to say otherwise. */
function plain(text: string): string {
  if (!/["%]/.test(text)) return text;
  throw new Diagnostic(
    'setting_wrong',
    `${text} has a % or a quotation mark, which the command line of a hook cannot have on Windows (cmd): choose another value or place`,
  );
}
