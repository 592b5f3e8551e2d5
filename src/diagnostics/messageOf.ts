import { faultOf } from './fault.js';

/**
 * What an error says, which may be anything that was thrown: for a fault of a file a sentence of ours in the place of the one of
 * SQLite or the operating system. That sentence calls the file `name`, by default as the error does.
 */
export function messageOf(error: unknown, name?: string): string {
  if (!(error instanceof Error)) return String(error);
  const fault = 'code' in error ? faultOf(error.code) : undefined;
  return fault?.say(name ?? fileOf(error) ?? 'a file of the vault') ?? error.message;
}

/** The file that an error names: ours have `file`, those of Node `path`. */
export function fileOf(error: Error): string | undefined {
  const { file, path } = error as Error & { file?: unknown; path?: unknown };
  return [file, path].find((one) => typeof one === 'string');
}
