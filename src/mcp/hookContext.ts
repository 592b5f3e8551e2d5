import { z } from 'zod';
import type { WorkingCopy } from '../checkout/workingCopy.js';
import { ANCHORS_META, type Anchor } from '../domain/anchor.js';
import {
  areParts,
  GIVEN_META,
  LONGEST_PATH,
  MOST_FILES,
  PROJECT_META,
  START_META,
  type StartPart,
} from '../domain/startSettings.js';
import type { GivenNote } from '../domain/told.js';
import { failureResult, resultOf } from './answer.js';
import { call, ELSEWHERE, type Surroundings } from './tool.js';
import { contextTool } from './tools/context.js';

/** The files of the branch, and what the project wants to be told. What is wrong counts as not said: the context is to come all the same. */
const AtStart = z.object({
  files: z.array(z.string().max(LONGEST_PATH)).max(MOST_FILES).catch([]),
  parts: z.custom<readonly StartPart[]>(areParts).optional().catch(undefined),
});

/** The only message that a hook of ours sends (`src/hook/recalled.ts`). */
const OfHook = z.looseObject({
  id: z.union([z.string(), z.int()]),
  method: z.literal('tools/call'),
  params: z.looseObject({
    name: z.literal(contextTool.name),
    arguments: z.unknown(),
    _meta: z.looseObject({
      'io.modelcontextprotocol/clientInfo': z.looseObject({ name: z.literal('memory-vault-hook') }),
      [START_META]: AtStart.catch({ files: [] }),
    }),
  }),
});

/**
 * The answer to a hook that asks for the context; undefined for any other message. While an agent and a service start, the
 * library of the protocol takes longer to load than all of the rest, and this one message needs nothing of it. The hook is told
 * what the notes are about, since it has the working copy.
 */
export async function hookContext(
  body: unknown,
  surroundings: Surroundings,
): Promise<object | undefined> {
  const asked = OfHook.safeParse(body);
  if (!asked.success) return undefined;
  const { id, params } = asked.data;
  const { files, parts } = params._meta[START_META];
  const anchors: Record<string, readonly Anchor[]> = {};
  const workingCopy: WorkingCopy = {
    ...ELSEWHERE,
    touched: async () => files,
    changed(notes) {
      for (const { id, anchors: all = [] } of notes) {
        const told = all.flatMap(({ path, lines, hash }) =>
          path !== undefined && path.length <= LONGEST_PATH ? [{ path, lines, hash }] : [],
        );
        if (told.length > 0) anchors[id] = told;
      }
      return new Map();
    },
  };
  let given: readonly GivenNote[] = [];
  const giving = (notes: typeof given) => {
    given = notes;
  };
  const { project: chosen } = surroundings;
  const project = chosen && { ...chosen, start: { parts } };
  const around = { ...surroundings, project, workingCopy, giving };
  const result = await call(contextTool, params.arguments, around).then(resultOf, failureResult);
  const _meta = {
    ...(Object.keys(anchors).length > 0 && { [ANCHORS_META]: anchors }),
    ...(given.length > 0 && { [GIVEN_META]: given }),
    ...(chosen?.repository !== undefined && { [PROJECT_META]: chosen.project }),
  };
  const about = Object.keys(_meta).length > 0 && { _meta };
  return { jsonrpc: '2.0', id, result: { ...result, ...about, resultType: 'complete' } };
}
