import { INSTRUCTIONS } from '../../src/mcp/mcpServer.js';
import { SERVER_NAME } from '../../src/setup/launch.js';

/** The one description of Memory Vault that all packages are made of. Versions come from package.json, hooks from `setup`. */
export const DESCRIPTION = {
  name: SERVER_NAME,
  title: 'Memory Vault',
  /** In the registry of MCP servers, by the owner of the repository. */
  registryName: 'io.github.memory-vault/memory-vault',
  /** A registry takes at most 100 characters. */
  text: 'A self-hosted, auditable memory for coding agents: what earlier sessions settled is there next time.',
  author: { name: 'Memory Vault' },
  license: 'MIT',
  keywords: ['memory', 'mcp', 'hooks'],
} as const;

/** A slash command: what its user types after it stands where the argument is. */
export interface SlashCommand {
  readonly name: string;
  readonly text: string;
  /** What may be typed after it. */
  readonly hint: string;
  /** What the model is told, with the placeholder of the program for what was typed. */
  prompt(typed: string): string;
}

export const COMMANDS: readonly SlashCommand[] = [
  {
    name: 'recall',
    text: 'Find what earlier sessions settled.',
    hint: '[what]',
    prompt: (typed) => `What does Memory Vault know about this: ${typed}

Call \`memory_search\` with the rare words of it, and \`memory_get\` for the few ids that matter; without a subject, call \`memory_context\`.
Answer from the notes and name their ids. Say so when there are none.`,
  },
  {
    name: 'remember',
    text: 'Save what was settled.',
    hint: '[what]',
    prompt: (typed) => `Save this to Memory Vault: ${typed}

Without a text, save what this conversation has settled and what is not saved yet. One fact a note, with why, and with \`files\` where it is about
code. Call \`memory_search\` first: revise a note that says it already with \`memory_update\`, and name one that no longer holds in
\`supersedes\` of \`memory_save\`. Never save secrets. Say what you saved, with the ids.`,
  },
  {
    name: 'forget',
    text: 'Erase a note, after you have seen it.',
    hint: '<id or words>',
    prompt: (typed) => `Forget this in Memory Vault: ${typed}

Find the note with \`memory_search\`, or with \`memory_get\` for an id. Show its id and text, and ask whether it is the right one: what
\`memory_forget\` erases cannot be brought back. Call it only after a yes, for this note alone.`,
  },
];

/** When a model reads the skill: at most 1,024 characters. */
const SKILL_TRIGGER =
  'Long-term memory of this and other projects. Use it before you decide, debug or ask what was decided, when something was settled ' +
  '(a decision, the cause of a bug, a convention), and at the start and end of work.';

/** A skill in the format of agentskills.io. */
export const SKILL = `---
name: ${DESCRIPTION.name}
description: ${JSON.stringify(SKILL_TRIGGER)}
---

# ${DESCRIPTION.title}

${INSTRUCTIONS}

## When to search

- At the start: \`memory_context\` once, unless the session already began with what the memory recalls.
- Before you decide, debug, or ask the user what was decided: \`memory_search\` with the few rare words (names, error texts, paths), not a
  sentence. Too many hits: narrow with \`type\`, \`path\` or \`from\`. None: fewer words, once; then go on without.
- The hits are an index. Read the few that matter with \`memory_get\`; \`memory_timeline\` shows what happened around one.
- A note marked \`drifted\` or \`gone\` is about code that has changed since: check it before you rely on it.

## When to save

- When something was settled: a decision with its reason, the cause of a bug, a convention, what was tried and failed.
- One fact a note, in words that a later search would use. Give \`files\` (\`src/pay.ts:10-24\`) where it is about code.
- Not what code or Git says, no progress reports, no secrets, nothing personal of others.
- The same again: \`memory_update\` the note. No longer true: \`memory_save\` with \`supersedes\`. \`memory_forget\` only when the user asks.
- At the end: \`memory_session\` with action \`end\` and a summary: done, learned, next.
`;
