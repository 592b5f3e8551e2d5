import type { createDocument } from 'zod-openapi';

/** An API document as zod-openapi makes it. */
export type Document = ReturnType<typeof createDocument>;
export type Operation = NonNullable<NonNullable<Document['paths']>[string]['get']>;

/** All operations of a document. */
export function operationsOf({ paths = {} }: Document): readonly Operation[] {
  return Object.values(paths).flatMap((item): Operation[] => Object.values(item));
}
