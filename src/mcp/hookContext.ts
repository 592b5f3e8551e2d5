import { z } from 'zod';
import { failureResult, resultOf } from './answer.js';
import { call, type Surroundings } from './tool.js';
import { contextTool } from './tools/context.js';

/** The only message that a hook of ours sends (`src/hook/recalled.ts`). */
const OfHook = z.looseObject({
  id: z.union([z.string(), z.int()]),
  method: z.literal('tools/call'),
  params: z.looseObject({
    name: z.literal(contextTool.name),
    arguments: z.unknown(),
    _meta: z.looseObject({
      'io.modelcontextprotocol/clientInfo': z.looseObject({ name: z.literal('memory-vault-hook') }),
    }),
  }),
});

/**
 * The answer to a hook that asks for the context; undefined for any other message. While an agent and a service start, the
 * library of the protocol takes longer to load than all of the rest, and this one message needs nothing of it.
 */
export async function hookContext(
  body: unknown,
  surroundings: Surroundings,
): Promise<object | undefined> {
  const asked = OfHook.safeParse(body);
  if (!asked.success) return undefined;
  const { id, params } = asked.data;
  const result = await call(contextTool, params.arguments, surroundings).then(
    resultOf,
    failureResult,
  );
  return { jsonrpc: '2.0', id, result: { ...result, resultType: 'complete' } };
}
