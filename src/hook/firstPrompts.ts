import { closeSync, existsSync, mkdirSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../diagnostics/diagnostic.js';
import { sha256Hex } from '../domain/hash.js';
import type { Spool } from './outbox.js';

/** Marks beyond this number are removed, the oldest half of them. */
const MOST = 1_000;

/** Which sessions had their first prompt: an empty file for each, in `prompted` in the spool. */
interface FirstPrompts {
  /** True once `mark` was called for this session. */
  isMarked(agent: string, sessionRef: string): boolean;
  /** False where another process was faster. True also where no file can be written: the vault keeps the first goal. */
  mark(agent: string, sessionRef: string): boolean;
}

/** Later prompts are neither sent nor read further, which is why it is remembered here. */
export function firstPromptsIn(spool: Spool): FirstPrompts {
  const folder = join(spool.folder, 'prompted');
  const at = (agent: string, sessionRef: string) =>
    join(folder, sha256Hex(`${agent}\0${sessionRef}`).slice(0, 32));
  return {
    isMarked: (agent, sessionRef) => existsSync(at(agent, sessionRef)),
    mark(agent, sessionRef) {
      try {
        spool.claim();
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        closeSync(openSync(at(agent, sessionRef), 'wx', 0o600));
        forgetOldest(folder);
        return true;
      } catch (error) {
        return codeOf(error) !== 'EEXIST';
      }
    },
  };
}

function forgetOldest(folder: string): void {
  const names = readdirSync(folder);
  if (names.length <= MOST) return;
  const aged = names
    .map((name) => join(folder, name))
    .map((path) => ({ path, at: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => a.at - b.at);
  for (const { path } of aged.slice(0, MOST / 2)) rmSync(path, { force: true });
}
