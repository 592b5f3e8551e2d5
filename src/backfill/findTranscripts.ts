import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readSmallFile } from '../connect/readSmallFile.js';
import { messageOf } from '../diagnostics/diagnostic.js';
import { sha256Hex } from '../domain/hash.js';
import { membersOf, tryParse } from '../domain/json.js';
import { claudeCodeSaid } from './readers/claudeCode.js';
import { codexSaid } from './readers/codex.js';
import { geminiSaid } from './readers/gemini.js';
import { openCodeDatabase, openCodeFiles } from './readers/openCodeStore.js';
import { fileIn, namesAt, namesIn } from './readers/storedFiles.js';
import type { Said, Transcript, TranscriptAgent } from './transcript.js';

/** Where an agent keeps its transcripts, and what lies there. */
export interface FoundTranscripts {
  readonly agent: TranscriptAgent;
  /** The folder or file. */
  readonly where: string;
  /** In no particular order. */
  readonly transcripts: readonly Transcript[];
  /** Why they cannot be read. */
  readonly problem?: string;
}

/**
 * The transcripts of all agents in the home directory of `env`, and where their own variables say. An agent that has none is left
 * out. Only names and sizes are read: a year of use is found at once.
 */
export function findTranscripts(env: NodeJS.ProcessEnv, home: string): readonly FoundTranscripts[] {
  const claude = join(env.CLAUDE_CONFIG_DIR || join(home, '.claude'), 'projects');
  const codex = join(env.CODEX_HOME || join(home, '.codex'), 'sessions');
  const gemini = join(home, '.gemini');
  const openCode = join(env.XDG_DATA_HOME || join(home, '.local', 'share'), 'opencode');
  const found = [
    foundAt('claude-code', claude, () => ofClaudeCode(claude)),
    foundAt('codex', codex, () => ofCodex(codex)),
    foundAt('gemini', join(gemini, 'tmp'), () => ofGemini(gemini)),
    ...ofOpenCode(openCode),
  ];
  return found.filter(({ transcripts, problem }) => transcripts.length > 0 || problem);
}

function foundAt(
  agent: TranscriptAgent,
  where: string,
  find: () => readonly Transcript[],
): FoundTranscripts {
  try {
    return { agent, where, transcripts: find() };
  } catch (error) {
    return { agent, where, transcripts: [], problem: messageOf(error, 'it') };
  }
}

function transcriptAt(
  agent: TranscriptAgent,
  file: string,
  said: () => AsyncIterable<Said>,
): readonly Transcript[] {
  const found = fileIn(file);
  return found === undefined ? [] : [{ agent, place: file, ...found, said }];
}

const ofClaudeCode = (root: string) =>
  namesAt(root).flatMap((folder) =>
    namesIn(join(root, folder), '.jsonl').flatMap((name) => {
      const file = join(root, folder, name);
      return transcriptAt('claude-code', file, () => claudeCodeSaid(file));
    }),
  );

/** By year, month and day. */
const ofCodex = (root: string) =>
  namesAt(root).flatMap((year) =>
    namesIn(join(root, year)).flatMap((month) =>
      namesIn(join(root, year, month)).flatMap((day) =>
        namesIn(join(root, year, month, day), '.jsonl').flatMap((name) => {
          const file = join(root, year, month, day, name);
          return transcriptAt('codex', file, () => codexSaid(file));
        }),
      ),
    ),
  );

function ofGemini(root: string): readonly Transcript[] {
  const { projects } = membersOf(tryParse(readSmallFile(join(root, 'projects.json')) ?? ''));
  const trusted = membersOf(tryParse(readSmallFile(join(root, 'trustedFolders.json')) ?? ''));
  const folders = [...Object.keys(membersOf(projects)), ...Object.keys(trusted)];
  const byHash = new Map(folders.map((folder) => [sha256Hex(folder), folder]));
  return namesAt(join(root, 'tmp')).flatMap((project) => {
    const at = join(root, 'tmp', project);
    // Older versions name the folder of a project by its hash alone.
    const folder = readSmallFile(join(at, '.project_root'))?.trim() ?? byHash.get(project);
    return ['.json', '.jsonl'].flatMap((end) =>
      namesIn(join(at, 'chats'), end).flatMap((name) => {
        const file = join(at, 'chats', name);
        return transcriptAt('gemini', file, () => geminiSaid(file, folder));
      }),
    );
  });
}

/** What was moved from files into the database is in both. One that cannot be read does not hide the other. */
function ofOpenCode(root: string): readonly FoundTranscripts[] {
  const database = join(root, 'opencode.db');
  const storage = join(root, 'storage');
  const inDatabase = foundAt('opencode', root, () =>
    existsSync(database) ? openCodeDatabase(database) : [],
  );
  const ids = new Set(inDatabase.transcripts.map(({ place }) => place.slice(database.length + 1)));
  const inFiles = foundAt('opencode', storage, () =>
    openCodeFiles(storage).filter(({ place }) => !ids.has(basename(place, '.json'))),
  );
  return [inDatabase, inFiles];
}
