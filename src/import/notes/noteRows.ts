import { readFrontMatter, splitFrontMatter } from '../../domain/frontMatter.js';
import { projectKey } from '../../domain/projectKey.js';
import { alsoShortened } from '../alsoShortened.js';
import { fieldTags } from '../fieldTags.js';
import type { TextFile } from '../folder/folderSource.js';
import { noteRow } from '../noteRow.js';
import { type PeerCells, textIn } from '../peerCells.js';
import { peerTags } from '../peerTags.js';
import { rowOrReason } from '../rowOrReason.js';
import { sourceId } from '../sourceId.js';
import type { SourceRow } from '../sourceRow.js';
import { pathTag } from './pathTag.js';
import { headingsOf, type Section, sectionsOf } from './sections.js';

/** What becomes something else than a tag `key:value`. */
const KNOWN = ['title', 'name', 'description'];

/**
 * The notes of a file: one for each section. Their ids are made of the project, the path and the heading, and not of a time:
 * a section that has changed, or a folder that was moved, still gives the same notes.
 */
export function* noteRows(file: TextFile, project: string | undefined): Generator<SourceRow> {
  // The same file has other line ends on Windows, and must not be other notes there.
  const text = file.text.replaceAll('\r\n', '\n');
  const { yaml = '', body } = splitFrontMatter(text);
  const front = readFrontMatter(yaml);
  const others = fieldTags(front ?? {}, KNOWN);
  // Once for all sections: there may be many of both.
  const { tags, shortened } = peerTags([pathTag(file.path), ...others.tags]);
  const sections = sectionsOf(front ? body : text);
  for (const section of sections) {
    const row = rowOrReason(nameOf(file.path, section), () =>
      noteRow({
        row: nameOf(file.path, section),
        id: sourceId('notes', keyOf(file.path, project, section), 0),
        type: 'context',
        title: section.heading || titleOf(file.path, section, front ?? {}),
        content: contentOf(section, front ?? {}),
        tags,
        project,
        at: file.modified,
      }),
    );
    yield others.isPartial || shortened ? alsoShortened(row, 'front matter') : row;
  }
}

/** `CLAUDE.md # Tests`, and `CLAUDE.md # Tests (2)` for the second one. */
function nameOf(path: string, { heading, nth }: Section): string {
  const again = nth > 1 ? ` (${nth})` : '';
  return heading === '' && nth === 1 ? path : `${path} # ${heading}${again}`;
}

function keyOf(path: string, project: string | undefined, { heading, nth }: Section): string {
  return [projectKey(project ?? ''), path, heading, nth].join('\0');
}

/** The title of a file, as it says itself, or its name. */
function titleOf(path: string, section: Section, front: PeerCells): string {
  const own = textIn(front, 'title') ?? textIn(front, 'name');
  if (own !== undefined) return own;
  const [heading] = headingsOf(section.text);
  return heading?.title || path.slice(path.lastIndexOf('/') + 1);
}

/** The first section begins with what the file says it is about. */
function contentOf({ heading, text }: Section, front: PeerCells): string | undefined {
  const said = heading === '' ? textIn(front, 'description') : undefined;
  const content = [said ?? '', text.trim()].filter((part) => part !== '').join('\n\n');
  return content === '' ? undefined : content;
}
