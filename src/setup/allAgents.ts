import type { Agent, AgentName } from './agent.js';
import { claudeCode } from './agents/claudeCode.js';
import { codex } from './agents/codex.js';
import { cursor } from './agents/cursor.js';
import { gemini } from './agents/gemini.js';
import { openCode } from './agents/openCode.js';
import { vsCode } from './agents/vsCode.js';
import { windsurf } from './agents/windsurf.js';
import { zed } from './agents/zed.js';

/** Every agent by its name. */
export const ALL_AGENTS: Readonly<Record<AgentName, Agent>> = {
  'claude-code': claudeCode,
  codex,
  gemini,
  opencode: openCode,
  cursor,
  vscode: vsCode,
  windsurf,
  zed,
};
