import { z } from 'zod';
import { type Route, route } from '../route.js';

/** Serves the API document of the other routes. */
export function openApiRoute(document: () => unknown): Route {
  return route({
    method: 'GET',
    path: '/openapi.json',
    operationId: 'getOpenApi',
    tag: 'service',
    access: 'public',
    summary: 'Get this document',
    description: 'The API as OpenAPI 3.1.',
    answers: {
      200: {
        description: 'The document.',
        content: z.looseObject({ openapi: z.string() }),
        example: { openapi: '3.1.0' },
      },
    },
    errors: [],
    handle: document,
  });
}
