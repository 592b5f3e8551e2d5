import { readFrontMatter, splitFrontMatter } from '../domain/frontMatter.js';
import { projectKey } from '../domain/names.js';
import { fieldTags } from './fitting.js';
import { folderSource, isMarkdown, type TextFile } from './folderSource.js';
import { markdownLines } from './markdownLines.js';
import { noteRow } from './peerLines.js';
import { listOf, type PeerCells, textOf, timeOf } from './peerRows.js';
import { alsoShortened, rowOrReason, type Source, type SourceRow, sourceId } from './sourceRow.js';

/**
 * A folder of basic-memory, such as `~/basic-memory`: one note of each Markdown file. Its links stay as text. Throws a
 * `Diagnostic` when there is no such folder or file.
 */
export async function openBasicMemory(
  path: string,
  { project }: { readonly project?: string } = {},
): Promise<Source> {
  return folderSource(path, {
    name: 'basic-memory',
    wants: isMarkdown,
    start() {
      const links = new Set<string>();
      return (file) => [rowOrReason(file.path, () => basicMemoryRow(file, project, links))];
    },
  });
}

/** Fields with a time; the first that has one is that of the note. Other programs of the same folder write `date`. */
const TIMES = ['created', 'date', 'modified'];

/** What becomes something else than a tag `key:value`, or nothing. */
const KNOWN = ['title', 'type', 'tags', 'permalink'];

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
  const fields = joined(plainNames(front ?? {}), ['title', 'type', 'permalink']);
  const type = textOf(fields, 'type')?.toLowerCase() ?? 'note';
  const times = TIMES.filter((name) => timeOf(fields, name) !== undefined);
  const read = times.filter((name, i) => i === 0 || name === 'modified');
  // What is no time, or another one, stays as a tag.
  const others = fieldTags(fields, [...KNOWN, ...read]);
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
    at: timeOf(fields, ...TIMES) ?? file.modified,
  });
  return others.isPartial ? alsoShortened(row, 'front matter') : row;
}

/** `title` of `Title`, as people write the names that are known here. */
function plainNames(fields: PeerCells): PeerCells {
  const known = new Set([...KNOWN, ...TIMES]);
  const plain = ([name, value]: [string, unknown]): [string, unknown] => {
    const lower = name.toLowerCase();
    return [known.has(lower) && !Object.hasOwn(fields, lower) ? lower : name, value];
  };
  return Object.fromEntries(Object.entries(fields).map(plain));
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

const ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s+(.*)$/;
const CATEGORY = /^\[([^[\]()]{1,200})\]\s+\S/;
/** A box to tick, and a time in a transcript: neither is a category. */
const NO_CATEGORY = /^(?:[xX\s]|[^\p{L}\p{N}]|[\d:.,\s-]+)$/u;

/**
 * The tags of a text of basic-memory: the categories and hashtags of its list items, such as `method` and `brewing` of
 * `- [method] Pour over is clearer #brewing (so they say)`. Code has none.
 */
export function observationTags(text: string): string[] {
  const tags = new Set<string>();
  for (const { line, isCode } of markdownLines(text)) {
    const item = isCode ? undefined : ITEM.exec(line)?.[1];
    if (item === undefined) continue;
    const category = CATEGORY.exec(item)?.[1]?.trim();
    if (category && !NO_CATEGORY.test(category)) tags.add(category);
    for (const word of item.split(/\s+/)) {
      if (!word.startsWith('#') || word.length > LONGEST_WORD) continue;
      for (const tag of word.split('#')) addTag(tags, tag);
    }
  }
  return [...tags];
}

/** What is longer is no word of anybody. */
const LONGEST_WORD = 100;

function addTag(tags: Set<string>, written: string): void {
  const tag = written.replace(/[.,;:!?)\]]+$/, '');
  // `#12` is the number of an issue.
  if (/[^\d]/.test(tag)) tags.add(tag);
}
