import type { CallToolResult } from '@modelcontextprotocol/server';
import { visibleLine } from '../domain/visible.js';
import { failureOf } from './failure.js';

/** What a tool answers: a few named texts, in the order in which they are read. `recalled` is fenced. */
export type Answer = Readonly<Record<string, string | undefined>>;

/**
 * The same lines twice, because some clients show the model only `structuredContent` and others only the text. A line of
 * text begins with its name.
 */
export function resultOf(answer: Answer): CallToolResult {
  const given = Object.entries(answer).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const lines = given.map(([name, value]) => (name === 'recalled' ? value : `${name} ${value}`));
  return {
    content: [{ type: 'text', text: lines.join('\n') }],
    structuredContent: Object.fromEntries(given),
  };
}

/** A failure reaches the model only as text. */
export function failureResult(error: unknown): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: failureText(error) }] };
}

/** What went wrong, and on the next line what to do. */
export function failureText(error: unknown): string {
  const { code, message, next } = failureOf(error);
  // Messages may repeat what a caller, or another program, has sent.
  return `${code}: ${visibleLine(message)}.\n${next}.`;
}
