import { posix, win32 } from 'node:path';

/** What decides where an agent keeps its files. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  /** The home directory of the user. */
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** True for a file or folder that is there, unless setup itself made it. */
  exists(path: string): boolean;
}

/** Joins a path as the platform writes it. */
export function joined({ platform }: Pick<Machine, 'platform'>, ...parts: readonly string[]) {
  return (platform === 'win32' ? win32 : posix).join(...parts);
}

/** A path below the home directory. */
export function inHome(machine: Machine, ...parts: readonly string[]): string {
  return joined(machine, machine.home, ...parts);
}

/** A path in the folder that the variable `name` gives, by default in one below the home directory. */
export function inFolder(
  machine: Machine,
  name: string,
  byDefault: string,
  ...parts: readonly string[]
): string {
  return joined(machine, machine.env[name] || inHome(machine, byDefault), ...parts);
}

/** A path in the folder for settings of this user, where a program follows the XDG rules on every platform. */
export function inXdgConfig(machine: Machine, ...parts: readonly string[]): string {
  return inFolder(machine, 'XDG_CONFIG_HOME', '.config', ...parts);
}

/** A path in the folder where Windows keeps the settings of programs. */
export function inAppData(machine: Machine, ...parts: readonly string[]): string {
  return joined(machine, machine.env.APPDATA || inHome(machine, 'AppData', 'Roaming'), ...parts);
}
