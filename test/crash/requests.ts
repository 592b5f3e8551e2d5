import { z } from 'zod';

/** What the crash tests ask of a vault, over HTTP or in a process of their own. */
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
  /** Its title says which text must be gone afterwards: no other note may have it. */
  | { readonly do: 'forget'; readonly id: string; readonly title: string };

/** What it answered: each of these but a refusal is a promise that must outlive any crash. */
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
 * The content that goes with a title, so that a note can be told from half a note. Some fill pages, with what
 * no index takes for words.
 */
export function contentOf(title: string): string {
  const sum = [...title].reduce((total, letter) => total + letter.charCodeAt(0), 0);
  return `What was learned about ${title}: ${'—'.repeat(sum % 5 === 0 ? 3000 : 1 + (sum % 50))}`;
}

/** The summary a session is ended with. */
export const summaryOf = (session: string) => `All of ${session} is done`;
