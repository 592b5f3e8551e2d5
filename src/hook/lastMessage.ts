import { closeSync, openSync, readSync, statSync } from 'node:fs';

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
  let read: unknown;
  try {
    read = JSON.parse(line);
  } catch {
    return undefined;
  }
  const entry = fieldsOf(read);
  const inner = fieldsOf(entry.message ?? entry.data);
  const kinds = [entry.type, entry.role, inner.role];
  if (!kinds.some((kind) => kind === 'assistant' || kind === 'assistant.message')) return undefined;
  return textOf(inner.content ?? entry.content) || undefined;
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  const texts = content.map((part: unknown) => fieldsOf(part).text);
  return texts.filter((text) => typeof text === 'string').join('\n');
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
