import type { Agent } from './agent.js';
import { claudeCode } from './claudeCode.js';
import { codex } from './codex.js';
import { copilot } from './copilot.js';
import { gemini } from './gemini.js';
import { openCode } from './openCode.js';
import { qwen } from './qwen.js';

export const ALL_AGENTS: readonly Agent[] = [claudeCode, codex, gemini, openCode, copilot, qwen];
