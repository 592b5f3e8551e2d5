import { madeOnce } from '../answers/madeOnce.js';
import { ok } from '../answers/successAnswers.js';
import { type Route, route } from '../route.js';

/** Serves how an agent uses `routes`. The first request makes the text. */
export function llmsRoute(routes: () => readonly Route[]): Route {
  const text = madeOnce(async () => (await import('../openapi/llmsText.js')).llmsText(routes()));
  return route({
    method: 'GET',
    path: '/llms.txt',
    operationId: 'getLlmsText',
    tag: 'service',
    access: 'public',
    summary: 'Read how to use this API',
    description: 'At most 2,000 tokens for agents (https://llmstxt.org).',
    answers: ok('The text, as Markdown.', 'text/plain', '# Memory Vault\n'),
    handle({ reply }) {
      reply.type('text/plain; charset=utf-8');
      return text();
    },
  });
}
