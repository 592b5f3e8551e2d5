import { z } from 'zod';
import type { Dialect } from './dialect.js';
import { json, serverSentEvents } from './serverSentEvents.js';
import { textsIn } from './texts.js';

const Body = z.object({
  messages: z.array(
    z.object({ role: z.string(), content: z.unknown(), tool_call_id: z.string().optional() }),
  ),
  tools: z
    .array(
      z.object({
        function: z.looseObject({ name: z.string(), description: z.string().default('') }),
      }),
    )
    .default([]),
  stream: z.boolean().default(false),
});

/** OpenAI's chat completions, which OpenCode speaks to a provider of one's own. */
export const chatCompletions: Dialect = {
  name: 'chat completions',
  speaks: (path) => path.endsWith('/chat/completions'),
  streams: (_path, body) => Body.parse(body).stream,
  read(body) {
    const { messages, tools } = Body.parse(body);
    return {
      texts: messages.flatMap(({ content }) => textsIn(content)),
      tools: tools.map(({ function: tool }) => ({
        name: tool.name,
        description: tool.description,
        definition: tool,
      })),
      toolResults: messages
        .filter(({ role }) => role === 'tool')
        .map(({ tool_call_id, content }) => ({
          callId: tool_call_id,
          text: textsIn(content).join('\n'),
        })),
    };
  },
  write(reply, { streamed, turn }) {
    const message =
      reply.kind === 'say'
        ? { role: 'assistant', content: reply.text }
        : {
            role: 'assistant',
            content: null,
            tool_calls: [
              {
                index: 0,
                id: `call_${turn}`,
                type: 'function',
                function: { name: reply.tool.name, arguments: JSON.stringify(reply.input) },
              },
            ],
          };
    const finish_reason = reply.kind === 'call' ? 'tool_calls' : 'stop';
    const usage = { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 };
    const answer = { id: `chat_${turn}`, created: 0, model: 'fake' };
    if (!streamed) {
      const choices = [{ index: 0, message, finish_reason }];
      return json({ ...answer, object: 'chat.completion', choices, usage });
    }
    const chunk = { ...answer, object: 'chat.completion.chunk' };
    return serverSentEvents([
      { ...chunk, choices: [{ index: 0, delta: message, finish_reason: null }] },
      { ...chunk, choices: [{ index: 0, delta: {}, finish_reason }], usage },
      '[DONE]',
    ]);
  },
};
