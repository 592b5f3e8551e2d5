import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** The agents that are run, under the names that `setup` knows them by, each in one version. */
export const AGENT_PACKAGES = {
  'claude-code': { package: '@anthropic-ai/claude-code', version: '2.1.330', program: 'claude' },
  codex: { package: '@openai/codex', version: '0.169.0', program: 'codex' },
  gemini: { package: '@google/gemini-cli', version: '0.61.0', program: 'gemini' },
  opencode: { package: 'opencode-ai', version: '1.18.33', program: 'opencode' },
  copilot: { package: '@github/copilot', version: '1.0.102', program: 'copilot' },
  qwen: { package: '@qwen-code/qwen-code', version: '0.24.4', program: 'qwen' },
} as const;

export type AgentName = keyof typeof AGENT_PACKAGES;

/** Where agents are installed unless another folder is named: they need 1.3 GB, which may go when the machine restarts. */
export const DEFAULT_CACHE = join(tmpdir(), `memory-vault-agents-${userInfo().uid}`);

/**
 * Installs an agent from the registry of npm unless the cache has it, and gives the folder of its program, for a PATH.
 * Throws when the cache belongs to somebody else, who might have put another program there.
 */
export function installAgent(name: AgentName, cache: string): string {
  const { package: pack, version } = AGENT_PACKAGES[name];
  mkdirSync(cache, { recursive: true, mode: 0o700 });
  const { uid, mode } = lstatSync(cache);
  if (uid !== userInfo().uid || (mode & 0o022) !== 0) {
    throw new Error(`${cache} can be written by others: name another folder with --cache`);
  }
  const place = join(cache, `${name}-${version}`);
  const programs = join(place, 'node_modules', '.bin');
  if (existsSync(programs)) return programs;
  // Renamed when it is complete, because a run may end in between.
  const fresh = mkdtempSync(join(cache, 'new-'));
  // Claude Code and OpenCode put their program in its place after the installation.
  const manifest = {
    private: true,
    dependencies: { [pack]: version },
    allowScripts: { [pack]: true },
  };
  writeFileSync(join(fresh, 'package.json'), JSON.stringify(manifest));
  execFileSync('npm', ['install', '--no-audit', '--no-fund'], {
    cwd: fresh,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, npm_config_local_prefix: fresh },
  });
  rmSync(place, { recursive: true, force: true });
  renameSync(fresh, place);
  return programs;
}
