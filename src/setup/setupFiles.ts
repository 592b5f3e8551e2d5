import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import type { AgentName } from './agent.js';
import { ALL_AGENTS } from './allAgents.js';
import type { Launch } from './launch.js';
import type { Machine } from './machine.js';
import { type Manifest, NOTHING_NOTED } from './manifest.js';
import type { OwnedFile } from './plan.js';

/** This machine. What setup made itself does not count as being there: it says nothing about what the user has. */
export function thisMachine(env: NodeJS.ProcessEnv, noted: Manifest = NOTHING_NOTED): Machine {
  const files = noted.files.filter(({ created }) => created).map(({ path }) => path);
  const made = new Set([...noted.folders, ...files]);
  return {
    platform: process.platform,
    home: homedir(),
    env,
    exists: (path) => existsSync(path) && !made.has(path),
  };
}

/** The files that an agent is to have, and those that it is not to have, as somebody chose. */
export function chosenFiles(
  owner: AgentName,
  machine: Machine,
  launch: Launch,
  { hooks, passive, allow = false }: NonNullable<Manifest['agents'][AgentName]>,
): { readonly wanted: readonly OwnedFile[]; readonly unwanted: readonly OwnedFile[] } {
  const all = filesOf(owner, machine, { ...launch, passive });
  const allowed = allow ? all.allowed : [];
  return hooks
    ? { wanted: [...all.server, ...all.hooks, ...allowed], unwanted: [] }
    : { wanted: [...all.server, ...allowed], unwanted: all.hooks };
}

/** The files that an agent can have: the entry of the server, the hooks, and the tools that it may call unasked. */
export function filesOf(
  owner: AgentName,
  machine: Machine,
  launch: Launch,
): Readonly<Record<'server' | 'hooks' | 'allowed', readonly OwnedFile[]>> {
  const agent = ALL_AGENTS[owner];
  return {
    server: agent.mcp(machine, launch).map((wanted) => ({ owner, wanted })),
    hooks: agent.hooks(machine, launch).map((wanted) => ({ owner, wanted })),
    allowed: (agent.allow?.(machine) ?? []).map((wanted) => ({ owner, wanted })),
  };
}
