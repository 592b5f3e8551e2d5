import type { Source } from './sourceRow.js';

/** How a source is read. */
interface SourceOptions {
  /** The project of what names none. */
  readonly project?: string;
  /** Which columns of a table are taken for which fields, each as `field=column`; for sources of `TABLES`. */
  readonly map?: readonly string[];
}

/** Opens a file or folder as a source. Throws a `Diagnostic` for one that is not of its kind. */
type OpenSource = (path: string, options: SourceOptions) => Promise<Source>;

/** Every source by the name that it is imported by. Its code is loaded only when it is named. */
const SOURCES: Readonly<Record<string, () => Promise<OpenSource>>> = {
  engram: async () => (await import('./engram.js')).openEngram,
  korva: async () => (await import('./korva.js')).openKorva,
  'claude-mem': async () => (await import('./claudeMem.js')).openClaudeMem,
  'basic-memory': async () => (await import('./basicMemory.js')).openBasicMemory,
  'mcp-memory-service': async () => (await import('./mcpMemoryService.js')).openMcpMemoryService,
  mem0: async () => (await import('./mem0.js')).openMem0,
  notes: async () => (await import('./notes.js')).openNotes,
  ndjson: async () => (await import('./table.js')).openNdjson,
  csv: async () => (await import('./table.js')).openCsv,
  git: async () => (await import('./gitHistory.js')).openGitHistory,
  archive: async () => (await import('./archive.js')).openArchive,
};

/** The names of all sources. */
export const SOURCE_NAMES: readonly string[] = Object.keys(SOURCES);

/** Those of them whose columns can have any names. */
export const TABLES: readonly string[] = ['ndjson', 'csv'];

/** Opens the source of a name. Throws an `Error` for an unknown name, and as `OpenSource`. */
export async function openSource(
  name: string,
  path: string,
  options: SourceOptions = {},
): Promise<Source> {
  const load = SOURCES[name];
  if (!load) throw new Error(`there is no source ${name}: name one of ${SOURCE_NAMES.join(', ')}`);
  return (await load())(path, options);
}
