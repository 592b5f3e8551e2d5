import { Lexer, parse } from 'yaml';

/** A Markdown text in two: the YAML between the two `---` lines at its start, if it has any, and what follows. */
interface MarkdownParts {
  readonly yaml?: string;
  readonly body: string;
}

/** Characters of YAML that are read: more than the longest front matter of a note, and quick to read whatever it holds. */
const LONGEST_YAML = 524_288;

/** A line of `---`. */
const FENCE = /(?<![^\n])---[ \t]*\r?(?:\n|$)/g;

/** Cuts a text behind its front matter. The body stays as it is, to the last blank. */
export function splitFrontMatter(text: string): MarkdownParts {
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  if (!body.startsWith('---')) return { body };
  const fences = body.matchAll(FENCE);
  const [open, close] = [fences.next().value, fences.next().value];
  if (open?.index !== 0 || !close) return { body };
  const end = close.index + close[0].length;
  return { yaml: body.slice(open[0].length, close.index), body: body.slice(end) };
}

/**
 * The keys and values of front matter. Every scalar is the text that stands there, so that `title: 2026` is the title
 * "2026" and a time stays as it was written; an empty value is ''. What is no YAML is read line by line, because people and
 * models write `title: Split: Core`. Undefined when it is no mapping, or when it is longer than any that a note needs.
 */
export function readFrontMatter(yaml: string): Readonly<Record<string, unknown>> | undefined {
  if (yaml.length > LONGEST_YAML) return undefined;
  const text = withHashtags(yaml);
  if (isDeep(text)) return undefined;
  try {
    // To look for keys that are there twice would take the square of their number.
    const options = { uniqueKeys: false, logLevel: 'error', prettyErrors: false } as const;
    const read: unknown = parse(text, { schema: 'failsafe', ...options });
    // There are only comments and blanks.
    if (read === null) return {};
    return isMapping(read) ? read : undefined;
  } catch {
    return readLines(yaml);
  }
}

/** Where a value is a hashtag, which would be a comment. Texts of several lines may hold anything. */
function withHashtags(yaml: string): string {
  if (/[|>][-+\d]*[ \t\r]*$/m.test(yaml)) return yaml;
  return yaml.replace(
    /^([ \t]*(?:[\w-]{1,100}:|-)[ \t]{1,20})(#[^\s#][^\r\n]*)/gm,
    (_, before: string, value: string) => before + JSON.stringify(value.trim()),
  );
}

const KEY = /^([\p{L}_][^:\r\n]{0,100}?)[ \t]*:(?:[ \t]+(.*))?$/u;
const ITEM = /^[ \t]*-[ \t]+(.*)$/;

/**
 * Lines of `key: value`, and of `- item` below a key. Any other line goes on with the value before it, so that nothing is lost.
 * Undefined when the first line is no such pair.
 */
function readLines(yaml: string): Readonly<Record<string, unknown>> | undefined {
  const values = new Map<string, { parts: string[]; isList: boolean }>();
  let open: { parts: string[]; isList: boolean } | undefined;
  for (const line of yaml.split(/\r?\n/)) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [, name, rest = ''] = KEY.exec(line) ?? [];
    const item = ITEM.exec(line)?.[1];
    if (name !== undefined) {
      const value = listed(rest.trim());
      open = { parts: [value].flat(), isList: Array.isArray(value) };
      values.set(name, open);
    } else if (open === undefined) {
      return undefined;
    } else if (item !== undefined && (open.isList || open.parts.join('') === '')) {
      if (!open.isList) open.parts = [];
      open.isList = true;
      open.parts.push(unquoted(item.trim()));
    } else {
      open.parts.push(line.trim());
    }
  }
  return Object.fromEntries(
    [...values].map(([name, { parts, isList }]) => [name, isList ? parts : parts.join(' ').trim()]),
  );
}

/** `[a, b]` is a list; what only begins like one is a text. */
function listed(value: string): string | string[] {
  const inner = /^\[([^[\]]*)\]$/.exec(value)?.[1];
  if (inner === undefined) return unquoted(value);
  const items = inner.split(',').map((one) => unquoted(one.trim()));
  return items.filter((one) => one !== '');
}

function unquoted(value: string): string {
  return /^(["'])(.*)\1$/.exec(value)?.[2] ?? value;
}

/** Far more than front matter needs. */
const DEEPEST = 20;
const WIDEST_BLANK = 100;

/**
 * True for YAML whose parser could use up the stack, which can end the whole process. Values in brackets nest without end,
 * `- - -` nests within a line, and any other nesting needs more blanks in front of each line.
 */
function isDeep(yaml: string): boolean {
  let brackets = 0;
  let inLine = 0;
  for (const token of new Lexer().lex(yaml)) {
    if (token === '[' || token === '{') brackets += 1;
    if (token === ']' || token === '}') brackets -= 1;
    if (token === '-' || token === '?') inLine += 1;
    if (token.endsWith('\n')) inLine = 0;
    const isWide = token.length > WIDEST_BLANK && token.trim() === '';
    if (brackets > DEEPEST || inLine > DEEPEST || isWide) return true;
  }
  return false;
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
