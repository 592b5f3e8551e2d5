import { z } from 'zod';

/** A request of the crash tests to a vault, over HTTP or through a pipe. */
export type Request =
  | {
      readonly do: 'save';
      readonly title: string;
      readonly session?: string | undefined;
      readonly force?: boolean | undefined;
      readonly key?: string | undefined;
    }
  | { readonly do: 'start'; readonly goal: string }
  | { readonly do: 'end'; readonly session: string }
  | { readonly do: 'revise'; readonly id: string; readonly title: string }
  /** The title is the text that must be gone afterwards: no other note may have it. */
  | { readonly do: 'forget'; readonly id: string; readonly title: string };

/** The answer of a vault. Each answer but a refusal is a promise that must outlive any crash. */
export const Answer = z.discriminatedUnion('is', [
  z.object({ is: z.literal('stored'), id: z.string(), title: z.string() }),
  z.object({ is: z.literal('duplicate'), id: z.string(), title: z.string() }),
  z.object({ is: z.literal('started'), id: z.string(), goal: z.string() }),
  z.object({ is: z.literal('ended'), id: z.string() }),
  z.object({ is: z.literal('revised'), id: z.string(), title: z.string() }),
  z.object({ is: z.literal('forgotten'), id: z.string(), title: z.string() }),
  z.object({ is: z.literal('key'), key: z.string() }),
  z.object({ is: z.literal('refused'), request: z.string(), detail: z.string() }),
]);
export type Answer = z.infer<typeof Answer>;

/**
 * The content that belongs to a title, so that a complete note can be recognised. Some contents fill several pages with
 * characters that no index treats as words.
 */
export function contentOf(title: string): string {
  const sum = [...title].reduce((total, letter) => total + letter.charCodeAt(0), 0);
  return `What was learned about ${title}: ${'—'.repeat(sum % 5 === 0 ? 3000 : 1 + (sum % 50))}`;
}

/** The summary at the end of a session. */
export const summaryOf = (session: string) => `All of ${session} is done`;
