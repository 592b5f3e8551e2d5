import type { ApiDocument, Schema } from '../../../../web/pages/docs/apiDocument.js';

/** A small document with `schemas` and `paths`. */
export function documentWith(
  schemas: Readonly<Record<string, Schema>>,
  paths: ApiDocument['paths'] = {},
): ApiDocument {
  return {
    info: { title: 'Test', version: '1' },
    security: [{}, { bearer: [] }],
    paths,
    components: {
      schemas,
      parameters: {
        id: { name: 'id', in: 'path', required: true, schema: { type: 'string', example: 'a/b' } },
      },
      responses: { '404': { description: '`not_found`.' }, '4XX': { description: '400 `x`.' } },
    },
  };
}

export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
