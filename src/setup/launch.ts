/** The name of the MCP server in the configuration of every agent. */
export const SERVER_NAME = 'memory-vault';

/** The tools of the server that change nothing: what `--allow` allows. */
export const READ_TOOLS = [
  ...(['memory_context', 'memory_search', 'memory_get', 'memory_timeline'] as const),
] as const;

/** The settings that an entry may pass on: those that lead to a vault. No other variable is ever written. */
export const PASSED_ON = [
  ...(['VAULT_DATA_DIR', 'VAULT_HOST', 'VAULT_PORT', 'VAULT_URL'] as const),
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

/** What an agent starts, with which environment. */
export interface ServerEntry {
  readonly [key: string]: string | readonly string[] | Readonly<Record<string, string>>;
}

/** The entry of an MCP server as most agents write it. */
export function serverEntry({ node, cli, settings }: Launch): ServerEntry {
  const entry = { command: node, args: [cli, 'mcp'] };
  return Object.keys(settings).length > 0 ? { ...entry, env: settings } : entry;
}

/**
 * True for an entry that an earlier setup may have written instead of `wanted`: it starts our server, from any place, with any
 * Node and with settings that setup passes on, and says nothing else. Whatever else it says, somebody has added: an option of
 * Node, or a variable such as a proxy.
 */
export function isOlderServer(
  entry: unknown,
  wanted: { readonly [key: string]: unknown },
): boolean {
  if (typeof entry !== 'object' || entry === null) return false;
  const keysOf = (one: object) =>
    Object.keys(one).filter((key) => !['env', 'environment', 'env_vars'].includes(key));
  if (keysOf(entry).sort().join() !== keysOf(wanted).sort().join()) return false;
  const { command, args, env, environment } = entry as Readonly<Record<string, unknown>>;
  const [node, cli, ...more] = [command, args ?? []].flat();
  return (
    /(^|[/\\])node[^/\\]*$/.test(String(node)) &&
    /(^|[/\\])cli\.js$/.test(String(cli)) &&
    more.join() === 'mcp' &&
    [env, environment].every(isPassedOn)
  );
}

/** Settings by their names. */
export type Settings = Readonly<Record<string, string>>;

/** The settings that an entry of a server passes on, as far as setup passes them on, too. */
export function settingsOf(entry: unknown): Settings {
  if (typeof entry !== 'object' || entry === null) return {};
  const { env, environment } = entry as Readonly<Record<string, unknown>>;
  const given = Object.entries({ ...asObject(env), ...asObject(environment) });
  return Object.fromEntries(
    given.flatMap(([name, value]) =>
      isSetting(name) && typeof value === 'string' ? [[name, value]] : [],
    ),
  );
}

const asObject = (value: unknown) => (typeof value === 'object' && value !== null ? value : {});
const isSetting = (name: string) => PASSED_ON.some((one) => one === name);

function isPassedOn(settings: unknown = {}): boolean {
  if (typeof settings !== 'object' || settings === null) return false;
  return Object.keys(settings).every(isSetting);
}
