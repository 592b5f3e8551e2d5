import { z } from 'zod';
import type { Dialect, Reply } from './dialect.js';
import { json, serverSentEvents } from './serverSentEvents.js';
import { textsIn } from './texts.js';

const ToolResultBlock = z.object({
  type: z.literal('tool_result'),
  tool_use_id: z.string(),
  content: z.unknown(),
});

const Body = z.object({
  system: z.unknown(),
  messages: z.array(z.object({ role: z.string(), content: z.unknown() })),
  tools: z
    .array(z.looseObject({ name: z.string(), description: z.string().default('') }))
    .default([]),
  stream: z.boolean().default(false),
});

/** Anthropic's Messages, which Claude Code speaks. */
export const anthropicMessages: Dialect = {
  name: 'Anthropic Messages',
  speaks: (path) => path.endsWith('/v1/messages'),
  streams: (_path, body) => Body.parse(body).stream,
  read(body) {
    const { system, messages, tools } = Body.parse(body);
    return {
      texts: [system, ...messages.map(({ content }) => content)].flatMap(textsIn),
      tools: tools.map((tool) => ({
        name: tool.name,
        description: tool.description,
        definition: tool,
      })),
      toolResults: messages
        .flatMap(({ content }) => (Array.isArray(content) ? content : []))
        .flatMap((block) => {
          const { success, data } = ToolResultBlock.safeParse(block);
          if (!success) return [];
          return [{ callId: data.tool_use_id, text: contentText(data.content) }];
        }),
    };
  },
  write(reply, { streamed, turn }) {
    const message = {
      id: `msg_${turn}`,
      type: 'message',
      role: 'assistant',
      model: 'fake',
      stop_sequence: null,
      usage: { input_tokens: 10, output_tokens: 10 },
    };
    const stop_reason = reply.kind === 'call' ? 'tool_use' : 'end_turn';
    const block = blockOf(reply, turn);
    if (!streamed) return json({ ...message, content: [block], stop_reason });
    const empty =
      block.type === 'text' ? { type: 'text', text: '' } : { ...block, input: {} as object };
    const delta =
      block.type === 'text'
        ? { type: 'text_delta', text: block.text }
        : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) };
    return serverSentEvents([
      { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
      { type: 'content_block_start', index: 0, content_block: empty },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      {
        type: 'message_delta',
        delta: { stop_reason, stop_sequence: null },
        usage: { output_tokens: 10 },
      },
      { type: 'message_stop' },
    ]);
  },
};

function blockOf(reply: Reply, turn: number) {
  if (reply.kind === 'say') return { type: 'text' as const, text: reply.text };
  return {
    type: 'tool_use' as const,
    id: `toolu_${turn}`,
    name: reply.tool.name,
    input: reply.input,
  };
}

/** A text, or blocks that have one. */
function contentText(content: unknown): string {
  const Blocks = z.array(z.object({ text: z.string().default('') }));
  const blocks = Blocks.safeParse(content);
  if (!blocks.success) return textsIn(content).join('\n');
  return blocks.data.map(({ text }) => text).join('\n');
}
