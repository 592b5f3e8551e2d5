import { z } from 'zod';
import type { Dialect, Reply } from './dialect.js';
import { json, serverSentEvents } from './serverSentEvents.js';
import { textsIn } from './texts.js';

const Result = z.object({
  type: z.enum(['function_call_output', 'custom_tool_call_output']),
  call_id: z.string(),
  output: z.unknown(),
});

/** A tool that takes a text, and no object: that text is the member `input` of what it is called with. */
const Custom = z.object({ type: z.literal('custom') });

const One = z.looseObject({
  type: z.string(),
  name: z.string().optional(),
  description: z.string().default(''),
});

/** A tool, or a group of the tools of one server. */
const Tool = One.extend({ tools: z.array(One).optional() });

const Body = z.object({
  instructions: z.string().optional(),
  input: z.union([z.string(), z.array(z.unknown())]),
  tools: z.array(Tool).default([]),
  stream: z.boolean().default(false),
});

/** OpenAI's Responses, which Codex speaks. */
export const openAiResponses: Dialect = {
  name: 'OpenAI Responses',
  speaks: (path) => path.endsWith('/responses'),
  streams: (_path, body) => Body.parse(body).stream,
  read(body) {
    const { instructions, input, tools } = Body.parse(body);
    return {
      texts: [instructions, input].flatMap(textsIn),
      tools: tools.flatMap((tool) =>
        (tool.tools ?? [tool]).map((one) => ({
          name: one.name ?? one.type,
          ...(tool.tools && tool.name && { group: tool.name }),
          description: one.description,
          definition: one,
        })),
      ),
      toolResults: (typeof input === 'string' ? [] : input).flatMap((item) => {
        const { success, data } = Result.safeParse(item);
        return success ? [{ callId: data.call_id, text: textsIn(data.output).join('\n') }] : [];
      }),
    };
  },
  write(reply, { streamed, turn }) {
    const item =
      reply.kind === 'say'
        ? {
            type: 'message',
            id: `msg_${turn}`,
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text', text: reply.text, annotations: [] }],
          }
        : callItem(reply, turn);
    const response = { id: `resp_${turn}`, object: 'response', model: 'fake' };
    const completed = {
      ...response,
      status: 'completed',
      output: [item],
      usage: {
        input_tokens: 10,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens: 10,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: 20,
      },
    };
    if (!streamed) return json(completed);
    return serverSentEvents([
      { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
      { type: 'response.output_item.added', output_index: 0, item },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: completed },
    ]);
  },
};

function callItem({ tool, input }: Extract<Reply, { kind: 'call' }>, turn: number) {
  const common = {
    call_id: `call_${turn}`,
    name: tool.name,
    ...(tool.group && { namespace: tool.group }),
    status: 'completed',
  };
  return Custom.safeParse(tool.definition).success
    ? { type: 'custom_tool_call', id: `ctc_${turn}`, ...common, input: String(input.input) }
    : { type: 'function_call', id: `fc_${turn}`, ...common, arguments: JSON.stringify(input) };
}
