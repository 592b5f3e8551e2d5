import { z } from 'zod';
import type { Dialect } from './dialect.js';
import { json, serverSentEvents } from './serverSentEvents.js';
import { textsIn } from './texts.js';

const ResultPart = z.object({
  functionResponse: z.object({
    id: z.string().optional(),
    name: z.string(),
    response: z.unknown(),
  }),
});

const Declaration = z.looseObject({ name: z.string(), description: z.string().default('') });

const Body = z.object({
  systemInstruction: z.unknown(),
  contents: z.array(z.object({ parts: z.array(z.unknown()).default([]) })),
  tools: z.array(z.object({ functionDeclarations: z.array(Declaration).default([]) })).default([]),
});

/** Gemini's generateContent and streamGenerateContent. */
export const geminiContent: Dialect = {
  name: 'Gemini generateContent',
  speaks: (path) => /:(generateContent|streamGenerateContent)$/.test(path),
  streams: (path) => path.endsWith(':streamGenerateContent'),
  read(body) {
    const { systemInstruction, contents, tools } = Body.parse(body);
    const parts = contents.flatMap((content) => content.parts);
    return {
      texts: [systemInstruction, parts].flatMap(textsIn),
      tools: tools
        .flatMap(({ functionDeclarations }) => functionDeclarations)
        .map((tool) => ({ name: tool.name, description: tool.description, definition: tool })),
      toolResults: parts.flatMap((part) => {
        const { success, data } = ResultPart.safeParse(part);
        if (!success) return [];
        const { id, response } = data.functionResponse;
        return [{ callId: id, text: textsIn(response).join('\n') }];
      }),
    };
  },
  write(reply, { streamed }) {
    const part =
      reply.kind === 'say'
        ? { text: reply.text }
        : { functionCall: { name: reply.tool.name, args: reply.input } };
    const answer = {
      candidates: [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 10, totalTokenCount: 20 },
      modelVersion: 'fake',
    };
    return streamed ? serverSentEvents([answer]) : json(answer);
  },
};
