import type { ArchiveLine } from '../../domain/archive/archiveLine.js';
import { projectKey } from '../../domain/projectKey.js';
import { sha256Hex } from '../../domain/sha256.js';
import { unreachable } from '../../domain/unreachable.js';
import { shortId } from '../terminal/shortId.js';
import type { freePaths } from './freePaths.js';
import { safeName, slugOf } from './safeName.js';

/** Folders beside those of the projects. */
const FOLDERS = {
  note: 'no project',
  session: 'sessions',
  prompt: 'prompts',
  conventions: 'conventions',
  phases: 'phases',
} as const satisfies Record<ArchiveLine['record'], string>;

/** Characters of a goal that can come into the name of a file. */
const HEAD = 100;

/** Where the file of a thing is, from the folder of the export. */
export function pathOf(line: ArchiveLine, free: ReturnType<typeof freePaths>): string {
  switch (line.record) {
    case 'note': {
      const start = `${dayOf(line.created_at)} ${slugOf(line.title)}`;
      return free(
        projectFolder(line.project),
        `${start} ${shortId(line.id)}`,
        `${start} ${line.id}`,
      );
    }
    case 'session': {
      const about = (line.goal || line.agent || line.project).slice(0, HEAD);
      const start = `${dayOf(line.started_at)} ${slugOf(about.toWellFormed())}`;
      return free(FOLDERS.session, `${start} ${shortId(line.id)}`, `${start} ${line.id}`);
    }
    case 'prompt':
      return named(FOLDERS.prompt, line.name, line.team, free);
    case 'conventions':
    case 'phases':
      return named(FOLDERS[line.record], projectKey(line.project), line.team, free);
    default:
      return unreachable(line);
  }
}

/** The folder of a project, which is the same for all its spellings. */
function projectFolder(project: string | undefined): string {
  if (project === undefined) return FOLDERS.note;
  return safeName(projectKey(project), Object.values(FOLDERS));
}

function named(
  folder: string,
  name: string,
  team: string | undefined,
  free: ReturnType<typeof freePaths>,
): string {
  const stem = safeName(team === undefined ? name : `${name} (${team})`);
  const digest = sha256Hex(`${name}\0${team ?? ''}`).slice(0, 16);
  return free(folder, stem, `${stem.slice(0, 20).toWellFormed()}~${digest}`);
}

const dayOf = (time: string) => time.slice(0, 10);
