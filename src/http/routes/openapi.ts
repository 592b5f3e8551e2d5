import { z } from 'zod';
import type { Config } from '../../config/config.js';
import { ok } from '../answers/successAnswers.js';
import { type Route, route } from '../route.js';

/**
 * Serves the API document of `routes`. The first request makes it, so that no start waits for it; as
 * text, because everybody may ask for it, and writing it as JSON takes milliseconds.
 */
export function openApiRoute(routes: () => readonly Route[], auth: Config['auth']): Route {
  let document: Promise<string> | undefined;
  const make = async () => {
    const { openApiDocument } = await import('../openapi/openapi.js');
    return JSON.stringify(openApiDocument(routes(), auth));
  };
  return route({
    method: 'GET',
    path: '/openapi.json',
    operationId: 'getOpenApi',
    tag: 'service',
    access: 'public',
    summary: 'Get this document',
    description: 'Returns the description of this API as OpenAPI 3.1.',
    answers: ok('The document.', z.looseObject({ openapi: z.string() }), { openapi: '3.1.0' }),
    handle({ reply }) {
      reply.type('application/json; charset=utf-8');
      document ??= make();
      return document;
    },
  });
}
