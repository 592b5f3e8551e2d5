import { expect, test } from 'vitest';
import { audienceOf } from '../../../../src/http/route.js';
import type { ApiDocument } from '../../../../web/pages/docs/apiDocument.js';
import { operationsIn, resolved, whoMayCall } from '../../../../web/pages/docs/apiDocument.js';
import { ROUTES } from '../../../support/accessTable.js';
import { documentOf } from '../../../support/openapiDocument.js';
import { documentWith, ref } from './document.js';

const schema = { type: 'string' };

test('a reference is followed, also through escaped names; one that leads nowhere is an error', () => {
  const document = documentWith({ 'a/b~c': schema });
  expect(resolved(document, ref('a~1b~0c'))).toBe(schema);
  expect(resolved(document, schema)).toBe(schema);
  expect(() => resolved(document, ref('gone'))).toThrow('leads nowhere');
});

test('an operation has its shared parts put in, and leaves out the refusals that all share', () => {
  const document = documentWith(
    {},
    {
      '/things/{id}': {
        delete: {
          operationId: 'forgetThing',
          summary: 'Forget',
          parameters: [{ $ref: '#/components/parameters/id' }],
          responses: {
            '204': { description: 'Done.' },
            '404': { $ref: '#/components/responses/404' },
            '4XX': { $ref: '#/components/responses/4XX' },
          },
        },
      },
    },
  );
  const [operation] = operationsIn(document);
  expect(operation).toMatchObject({
    id: 'forgetThing',
    method: 'DELETE',
    security: [{}, { bearer: [] }],
  });
  expect(operation?.parameters.map(({ name }) => name)).toEqual(['id']);
  expect(operation?.answers).toEqual([
    ['204', { description: 'Done.' }],
    ['404', { description: '`not_found`.' }],
  ]);
});

test('the reference has every operation of the service and says who may call it', async () => {
  const documented = ROUTES.filter(({ undocumented }) => !undocumented);
  // The cast shows the document in the form in which the page reads it.
  const operations = operationsIn((await documentOf()) as unknown as ApiDocument);
  expect(operations.map(({ id }) => id).sort()).toEqual(
    documented.map(({ operationId }) => operationId).sort(),
  );
  const words = {
    public: 'Everybody, without a credential',
    data: 'Everybody on this vault',
    credential: 'Members and the owner',
    member: 'Members',
    admin: 'The owner and admins',
    hub: 'Other vaults, with a hive key',
  };
  for (const route of documented) {
    const found = operations.find(({ id }) => id === route.operationId);
    expect(whoMayCall(found?.security ?? []), route.operationId).toBe(words[audienceOf(route)]);
  }
});
