/** A line of Markdown, without its end. */
interface MarkdownLine {
  readonly line: string;
  /** Where it begins, and where the next one does. */
  readonly start: number;
  readonly next: number;
  /** Whether it is code between two fences, or a fence. */
  readonly isCode: boolean;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;

/** The lines of a text (ends: LF). A fence that nothing closes reaches to the end, as it does when it is shown. */
export function* markdownLines(text: string): Generator<MarkdownLine> {
  let open: string | undefined;
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start);
    const next = end === -1 ? text.length : end + 1;
    const line = text.slice(start, end === -1 ? next : end);
    const [, fence, rest = ''] = FENCE.exec(line) ?? [];
    const isCode = open !== undefined || opens(fence, rest);
    if (open === undefined) open = opens(fence, rest) ? fence : undefined;
    else if (closes(fence, rest, open)) open = undefined;
    yield { line, start, next, isCode };
    start = next;
  }
}

/** A line with backticks on both sides is code within a text. */
function opens(fence: string | undefined, rest: string): boolean {
  return fence !== undefined && !(fence.startsWith('`') && rest.includes('`'));
}

function closes(fence: string | undefined, rest: string, open: string): boolean {
  if (fence === undefined || fence[0] !== open[0]) return false;
  return fence.length >= open.length && rest.trim() === '';
}
