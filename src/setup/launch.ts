import { readdirSync, realpathSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, delimiter, dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { dataDirOf } from '../config/dataDir.js';
import { Diagnostic } from '../diagnostics/diagnostic.js';
import { membersOf } from '../domain/json.js';
import type { JsonObject } from './wantedFile.js';

/** The name of the MCP server in the configuration of every agent. */
export const SERVER_NAME = 'memory-vault';

/** The tools of the server that change nothing: what `--allow` allows. */
export const READ_TOOLS = [
  'memory_context',
  'memory_search',
  'memory_get',
  'memory_timeline',
] as const;

/** The settings that an entry may pass on: those that lead to a vault. No other variable is ever written. */
const PASSED_ON = [
  'VAULT_DATA_DIR',
  'VAULT_HOST',
  'VAULT_PORT',
  'VAULT_URL',
  'VAULT_BEARER_TOKEN_FILE',
] as const;

/** How an agent starts the programs of this installation. */
export interface Launch {
  /** Absolute path of Node. */
  readonly node: string;
  /** Absolute path of the program with the commands, which is the MCP server with the argument `mcp`. */
  readonly cli: string;
  /** Absolute path of the program that the hooks run. */
  readonly hook: string;
  /** The settings that an agent has to pass on, by their names: none that is as by default, and no secret. */
  readonly settings: Readonly<Record<string, string>>;
  /** True when the hook at the end of a turn shall save what was learned. */
  readonly passive: boolean;
}

/** The entry of an MCP server as most agents write it: what an agent starts, with which environment. */
export interface ServerEntry extends JsonObject {
  readonly command: string;
  readonly args: readonly string[];
}

export function serverEntry({ node, cli, settings }: Launch): ServerEntry {
  const entry = { command: node, args: [cli, 'mcp'] };
  return Object.keys(settings).length > 0 ? { ...entry, env: settings } : entry;
}

/**
 * True for an entry that an earlier setup may have written instead of `wanted`: it starts our server, from any place, with any
 * Node and with settings that setup passes on, and says nothing else. Whatever else it says, somebody has added: an option of
 * Node, or a variable such as a proxy.
 */
export function isOlderServer(entry: unknown, wanted: JsonObject): boolean {
  if (typeof entry !== 'object' || entry === null) return false;
  const keysOf = (one: object) =>
    Object.keys(one).filter((key) => !['env', 'environment', 'envs', 'env_vars'].includes(key));
  if (keysOf(entry).sort().join() !== keysOf(wanted).sort().join()) return false;
  const { command, cmd, args, env, environment, envs } = entry as Readonly<Record<string, unknown>>;
  const [node, cli, ...more] = [command ?? cmd, args ?? []].flat();
  return (
    /(^|[/\\])node[^/\\]*$/.test(String(node)) &&
    /(^|[/\\])cli\.js$/.test(String(cli)) &&
    more.join() === 'mcp' &&
    [env, environment, envs].every(isPassedOn)
  );
}

/** Settings by their names. */
export type Settings = Readonly<Record<string, string>>;

/** The settings that an entry of a server passes on, as far as setup passes them on, too. */
export function settingsOf(entry: unknown): Settings {
  const { env, environment, envs } = membersOf(entry);
  const all = { ...membersOf(env), ...membersOf(environment), ...membersOf(envs) };
  const given = Object.entries(all);
  return Object.fromEntries(
    given.flatMap(([name, value]) =>
      isSetting(name) && typeof value === 'string' ? [[name, value]] : [],
    ),
  );
}

const isSetting = (name: string) => PASSED_ON.some((one) => one === name);

function isPassedOn(settings: unknown = {}): boolean {
  if (typeof settings !== 'object' || settings === null) return false;
  return Object.keys(settings).every(isSetting);
}

/**
 * How agents start this installation, with the settings in `env` that lead to a vault. One that is set to its default is passed
 * on, too: with VAULT_PORT, whatever vault is there is meant.
 */
export function launchHere(
  env: NodeJS.ProcessEnv,
  { node: running, cli, passive }: Pick<Launch, 'node' | 'cli' | 'passive'>,
): Launch {
  const node = stableNode(running, env);
  const dataDir = dataDirOf(env);
  const isDefault = dataDir === join(homedir(), '.local', 'share', 'memory-vault');
  const others = PASSED_ON.flatMap((name) => {
    const value = env[name];
    if (!value || name === 'VAULT_DATA_DIR') return [];
    return [[name, name === 'VAULT_BEARER_TOKEN_FILE' ? resolve(value) : value] as const];
  });
  const settings = {
    ...(!isDefault && { VAULT_DATA_DIR: dataDir }),
    ...Object.fromEntries(others),
  };
  for (const [name, value] of Object.entries({ ...settings, node, cli })) {
    if (/[\p{Cc}\p{Cs}]/u.test(value))
      throw new Diagnostic(
        'setting_wrong',
        `${name} has a line break or another control character`,
      );
  }
  return { node, cli, hook: join(dirname(cli), 'hook.cjs'), settings, passive };
}

/** A folder with a version in its name, as Homebrew, nvm, fnm, mise and others keep each Node in one. */
const VERSIONED = /[/\\]v?\d+\.\d+\.\d+[^/\\]*[/\\]/;

/**
 * A path of the Node `node` that an upgrade leaves in place: a link that leads to it from PATH, from a usual folder, or from beside the
 * folder of its version. `node` itself where its path has no version, or where no such link is. The shims of version managers do not
 * count: they start another Node in some projects.
 */
export function stableNode(node: string, env: NodeJS.ProcessEnv): string {
  const version = VERSIONED.exec(node);
  if (!version) return node;
  const above = node.slice(0, version.index);
  const below = node.slice(version.index + version[0].length);
  const links = [
    ...(env.PATH ?? env.Path ?? '').split(delimiter).map((folder) => join(folder, basename(node))),
    ...['/opt/homebrew/bin', '/usr/local/bin'].map((folder) => join(folder, 'node')),
    ...namesIn(above).map((name) => join(above, name, below)),
    // fnm
    ...namesIn(join(above, '..', 'aliases')).map((name) =>
      join(above, '..', 'aliases', name, 'bin', basename(node)),
    ),
  ];
  const isStable = (link: string) =>
    isAbsolute(link) && !VERSIONED.test(link) && !/fnm_multishells/.test(link);
  return links.find((link) => isStable(link) && leadsTo(link, node)) ?? node;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function leadsTo(link: string, file: string): boolean {
  try {
    return realpathSync(link) === realpathSync(file);
  } catch {
    return false;
  }
}

/** What may go wrong later with what is written now, one sentence each. */
export function warningsAbout({ cli, node }: Launch, env: NodeJS.ProcessEnv): readonly string[] {
  const isTemporary =
    /[/\\]_npx[/\\]/.test(cli) || resolve(cli).startsWith(resolve(tmpdir()) + sep);
  const warnings: string[] = [];
  if (isTemporary)
    warnings.push(
      `${cli} is in a temporary place: when that is cleared, agents no longer find it. Install Memory Vault for good ` +
        '(npm install -g with the tarball of npm pack), and run setup again.',
    );
  if (VERSIONED.test(node))
    warnings.push(
      `${node} belongs to one version of Node: when that is removed, agents no longer find it. Run setup again after each upgrade.`,
    );
  if (env.VAULT_BEARER_TOKEN)
    warnings.push(
      'VAULT_BEARER_TOKEN is not written into any file. Write the token into a file that only you can read, set VAULT_BEARER_TOKEN_FILE ' +
        'to its path, and run setup again; or set VAULT_BEARER_TOKEN where you start the agent.',
    );
  return warnings;
}
