import { isOlderServer, SERVER_NAME } from './launch.js';
import type { Json, WantedFile } from './wantedFile.js';

/** A JSON file with the entry of the MCP server in the object that has the key `servers`. */
export function serverFile(
  path: string,
  servers: string,
  value: { readonly [key: string]: Json },
  seed?: { readonly [key: string]: Json },
): WantedFile {
  const pointer = [servers, SERVER_NAME];
  const isOlder = (entry: Json) => isOlderServer(entry, value);
  const entries = [{ pointer, element: false, value, isOlder, isAbout: isOlder }];
  return { kind: 'json', path, entries, ...(seed && { seed }) };
}
