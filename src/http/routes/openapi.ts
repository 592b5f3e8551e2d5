import { z } from 'zod';
import type { Config } from '../../config/config.js';
import { compressedText } from '../answers/compressedText.js';
import { ok } from '../answers/successAnswers.js';
import { type Route, route } from '../route.js';

/** Serves the API document of `routes`. The first request makes it, so that no start waits for it. */
export function openApiRoute(routes: () => readonly Route[], auth: Config['auth']): Route {
  const answer = compressedText(async () => {
    const { openApiDocument } = await import('../openapi/openapi.js');
    return JSON.stringify(openApiDocument(routes(), auth));
  });
  return route({
    method: 'GET',
    path: '/openapi.json',
    operationId: 'getOpenApi',
    tag: 'service',
    access: 'public',
    summary: 'Get this document',
    description: 'OpenAPI 3.1, compressed with Brotli or gzip for those who accept it.',
    answers: ok('The document.', z.looseObject({ openapi: z.string() }), { openapi: '3.1.0' }),
    handle({ request, reply }) {
      reply.type('application/json; charset=utf-8');
      return answer(request, reply);
    },
  });
}
