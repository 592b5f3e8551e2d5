import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { membersOf, tryParse } from '../domain/json.js';

const HEADING = /^\s{0,3}(?:#{1,6}\s+|\*\*)?(?:key\s+)?learnings\b[\s:*#]*$/i;
const OTHER_HEADING = /^\s{0,3}(?:#{1,6}\s|\*\*[^*]+\*\*:?\s*$)/;
const BULLET = /^\s{0,3}(?:[-*+•]|\d{1,3}[.)])\s+(\S.*)$/;
/** A fence of code, in which nothing is a heading or a bullet. */
const FENCE = /^\s{0,3}(?:```|~~~)/;

/** Taken from one message; whoever writes more is listing something else. */
const MOST = 20;
/** A bullet with fewer words is no sentence, and nothing that is worth finding again. */
const FEWEST_WORDS = 3;
/** Lines beyond this length are not what anybody wrote as a bullet. */
const LONGEST_LINE = 2_000;

/**
 * The bullets below a heading `Key learnings` or `Learnings` of a message (`##`, bold, or with a colon), without their mark. A
 * bullet ends at the next bullet, heading or blank line.
 */
export function learningsIn(message: string): readonly string[] {
  const found: string[] = [];
  let isBelow = false;
  let isCode = false;
  let isOpen = false;
  for (const line of message.split(/\r?\n/)) {
    if (line.length > LONGEST_LINE) {
      isOpen = false;
      continue;
    }
    if (FENCE.test(line)) isCode = !isCode;
    if (isCode) continue;
    if (HEADING.test(line)) {
      isBelow = true;
      isOpen = false;
      continue;
    }
    if (OTHER_HEADING.test(line)) isBelow = false;
    if (!isBelow) continue;
    const [, bullet] = BULLET.exec(line) ?? [];
    if (bullet !== undefined) found.push(bullet.trim());
    else if (isOpen && line.trim() !== '') found.push(`${found.pop() ?? ''} ${line.trim()}`);
    isOpen = bullet !== undefined || (isOpen && line.trim() !== '');
  }
  return [...new Set(found)]
    .filter((text) => text.split(/\s+/).length >= FEWEST_WORDS)
    .slice(0, MOST);
}

/** The end of a transcript that is read: a last message is never longer. */
const MAX_BYTES = 262_144;

/**
 * The text of the agent's last message in its transcript, a file with a JSON object on each line. Undefined where there is
 * none, or the file has another shape.
 */
export function lastMessage(transcript: string): string | undefined {
  let file: number | undefined;
  try {
    const found = statSync(transcript);
    // Reading a pipe would wait.
    if (!found.isFile()) return undefined;
    const { size } = found;
    file = openSync(transcript, 'r');
    const bytes = Buffer.alloc(Math.min(size, MAX_BYTES));
    readSync(file, bytes, 0, bytes.length, size - bytes.length);
    const lines = bytes.toString('utf8').split('\n').reverse();
    return lines.map(messageIn).find((text) => text !== undefined);
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** The text of a line, if it is a message of the agent: each agent nests role and text a little differently. */
function messageIn(line: string): string | undefined {
  if (!line.includes('assistant')) return undefined;
  const entry = membersOf(tryParse(line));
  const inner = membersOf(entry.message ?? entry.data);
  const kinds = [entry.type, entry.role, inner.role];
  if (!kinds.some((kind) => kind === 'assistant' || kind === 'assistant.message')) return undefined;
  return textOf(inner.content ?? entry.content) || undefined;
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  const texts = content.map((part: unknown) => membersOf(part).text);
  return texts.filter((text) => typeof text === 'string').join('\n');
}
