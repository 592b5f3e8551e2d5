import { readFrontMatter, splitFrontMatter } from '../../domain/frontMatter.js';
import { projectKey } from '../../domain/projectKey.js';
import { alsoShortened } from '../alsoShortened.js';
import { fieldTags } from '../fieldTags.js';
import type { TextFile } from '../folder/folderSource.js';
import { noteRow } from '../noteRow.js';
import { listOf, type PeerCells, textOf, timeOf } from '../peerCells.js';
import { sourceId } from '../sourceId.js';
import type { SourceRow } from '../sourceRow.js';
import { observationTags } from './observationTags.js';

/** What becomes something else than a tag `key:value`, or nothing. */
const KNOWN = ['title', 'type', 'tags', 'permalink', 'created', 'modified'];

/**
 * The note of a file of basic-memory. Front matter that is no YAML stays in the text. `links` are the permalinks of the
 * files before this one, to which it adds its own.
 */
export function basicMemoryRow(
  file: TextFile,
  project: string | undefined,
  links: Set<string>,
): SourceRow {
  // The same file has other line ends on Windows, and must not be another note there.
  const text = file.text.replaceAll('\r\n', '\n');
  const { yaml = '', body } = splitFrontMatter(text);
  const front = readFrontMatter(yaml);
  const content = front ? body.trim() : text.trim();
  const fields = joined(front ?? {}, ['title', 'type', 'permalink']);
  const type = textOf(fields, 'type')?.toLowerCase() ?? 'note';
  const others = fieldTags(fields, KNOWN);
  const created = timeOf(fields, 'created');
  const link = textOf(fields, 'permalink');
  const row = noteRow({
    row: file.path,
    id: sourceId('basic-memory', keyOf(file.path, project, link, links), created ?? 0),
    type: type === 'note' ? 'context' : type,
    title: textOf(fields, 'title') ?? nameOf(file.path),
    content: content === '' ? undefined : content,
    tags: [
      ...listOf(fields, 'tags').map((tag) => tag.replace(/^\s*#/, '')),
      ...observationTags(front ? body : text),
      link && `permalink:${link}`,
      ...others.tags,
    ],
    project,
    at: created ?? timeOf(fields, 'modified') ?? file.modified,
  });
  return others.isPartial ? alsoShortened(row, 'front matter') : row;
}

/** A permalink stays when a file is moved. A copy of the file has it, too, and is told apart by its path. */
function keyOf(
  path: string,
  project: string | undefined,
  link: string | undefined,
  links: Set<string>,
): string {
  const isOwn = link !== undefined && !links.has(link);
  if (isOwn) links.add(link);
  return [projectKey(project ?? ''), ...(isOwn ? ['permalink', link] : ['path', path])].join('\0');
}

/** A list where there should be one text is read as basic-memory reads it: with commas. */
function joined(fields: PeerCells, names: readonly string[]): PeerCells {
  const texts = names
    .filter((name) => Array.isArray(fields[name]))
    .map((name) => [name, listOf(fields, name).join(', ')]);
  return { ...fields, ...Object.fromEntries(texts) };
}

/** `Coffee` of `notes/Coffee.md`. */
function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]+$/, '');
}
