import type { Agent as HookAgent, HookEvent } from '../hook/hookEvent.js';
import { HOOK_SECONDS, hookCommand, isOurHook, type Shell } from './hookCommand.js';
import type { Launch } from './launch.js';
import type { Json, JsonEntry } from './wantedFile.js';

/** How the agents of one shape write their hooks. */
export interface HookShape {
  /** The name by which the hook program knows the agent. */
  readonly agent: HookAgent;
  readonly shell: Shell;
  /** The agent's own name of each event that it has. */
  readonly events: Readonly<Partial<Record<HookEvent, string>>>;
  /** The hook as an element of the array of its event. */
  element(command: string, seconds: number, event: HookEvent): Json;
}

/** An element as Claude Code, Codex and Gemini CLI write it: a group with one command. */
export const group = (hook: { readonly [key: string]: Json }): Json => ({
  hooks: [{ type: 'command', ...hook }],
});

/** The hooks as elements of the arrays below `hooks`. The one at the end of a turn is there for passive capture alone. */
export function hookEntries(shape: HookShape, launch: Launch): readonly JsonEntry[] {
  return EVENTS.flatMap((event) => {
    const name = shape.events[event];
    if (name === undefined || (event === 'stop' && !launch.passive)) return [];
    const command = hookCommand(launch, shape.agent, event, shape.shell);
    return {
      pointer: ['hooks', name],
      element: true,
      value: shape.element(command, HOOK_SECONDS[event], event),
      isOlder: (value: Json) => {
        const [first, ...more] = commandsOf(value);
        return more.length === 0 && isOurHook(first, shape.agent, event);
      },
      isAbout: (value: Json) =>
        commandsOf(value).some((command) => isOurHook(command, shape.agent, event)),
    };
  });
}

const EVENTS: readonly HookEvent[] = [
  ...(['session-start', 'prompt', 'stop', 'session-end'] as const),
];

/** The command lines of an element: flat, or a group of several. */
function commandsOf(value: Json): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  const { command, hooks } = value as { command?: Json; hooks?: Json };
  return Array.isArray(hooks) ? hooks.flatMap(commandsOf) : [command];
}
