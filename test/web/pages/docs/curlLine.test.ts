import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import type { ApiDocument, Operation } from '../../../../web/pages/docs/apiDocument.js';
import { operationsIn } from '../../../../web/pages/docs/apiDocument.js';
import { curlLine } from '../../../../web/pages/docs/curlLine.js';
import { documentOf } from '../../../support/openapiDocument.js';
import { documentWith } from './document.js';

const OPERATION: Operation = {
  id: 'x',
  method: 'GET',
  path: '/things/{id}',
  tag: '',
  summary: 'X',
  description: '',
  security: [{}],
  parameters: [],
  body: [],
  answers: [],
};
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string', example: 'a/b c' } };
const q = { name: 'q', in: 'query', required: true, schema: { type: 'string', example: 'x&y' } };
const limit = { name: 'limit', in: 'query', schema: { type: 'integer' } };
const ORIGIN = 'http://localhost:7437';

test('what is needed is filled in and encoded, what is not needed is left out', () => {
  const line = curlLine(documentWith({}), { ...OPERATION, parameters: [id, q, limit] }, ORIGIN);
  expect(line).toBe("curl 'http://localhost:7437/things/a%2Fb%20c?q=x%26y'");
});

test('a body and a credential are sent; the credential comes from a variable', () => {
  const line = curlLine(
    documentWith({}),
    {
      ...OPERATION,
      method: 'PUT',
      path: '/things',
      security: [{ bearer: [] }],
      body: [['application/json', { example: { title: "it's" } }]],
    },
    ORIGIN,
  );
  expect(line.split(' \\\n  ')).toEqual([
    "curl -X PUT 'http://localhost:7437/things'",
    '-H "Authorization: Bearer $VAULT_TOKEN"',
    "-H 'Content-Type: application/json'",
    `-d '{"title":"it'\\''s"}'`,
  ]);
});

test('a shell reads the line of every operation of the service as one command', async () => {
  // The cast shows the document in the form in which the page reads it.
  const document = (await documentOf()) as unknown as ApiDocument;
  const lines = operationsIn(document).map((one) => curlLine(document, one, ORIGIN));
  expect(lines.length).toBeGreaterThan(70);
  expect(lines.filter((line) => /\{\w+\}'/.test(line))).toEqual([]);
  const script = ['curl() { echo called; }', ...lines].join('\n');
  const printed = execFileSync('/bin/sh', ['-eu', '-c', script], {
    encoding: 'utf8',
    env: { VAULT_TOKEN: 't', VAULT_HIVE_KEY: 'k' },
  });
  expect(printed.trim().split('\n')).toEqual(lines.map(() => 'called'));
});
