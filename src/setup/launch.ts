/** The name of the MCP server in the configuration of every agent. */
export const SERVER_NAME = 'memory-vault';

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
 * Node and any settings, and says nothing else. Whatever else it says, somebody has added.
 */
export function isOlderServer(
  entry: unknown,
  wanted: { readonly [key: string]: unknown },
): boolean {
  if (typeof entry !== 'object' || entry === null) return false;
  const keysOf = (one: object) =>
    Object.keys(one).filter((key) => key !== 'env' && key !== 'environment');
  if (keysOf(entry).sort().join() !== keysOf(wanted).sort().join()) return false;
  const { command, args } = entry as { command?: unknown; args?: unknown };
  const argv = [command, args ?? []].flat();
  return argv.at(-1) === 'mcp' && /(^|[/\\])cli\.js$/.test(String(argv.at(-2)));
}
