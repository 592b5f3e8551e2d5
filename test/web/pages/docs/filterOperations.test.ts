import { expect, test } from 'vitest';
import type { Operation } from '../../../../web/pages/docs/apiDocument.js';
import { byTag, filterOperations } from '../../../../web/pages/docs/filterOperations.js';
import { inlineParts } from '../../../../web/pages/docs/inlineParts.js';

const operation = (id: string, tag: string, summary: string): Operation => ({
  id,
  tag,
  summary,
  method: 'GET',
  path: `/${id}`,
  description: '',
  security: [],
  parameters: [],
  body: [],
  answers: [],
});
const ALL = [
  operation('listTeams', 'admin', 'List teams'),
  operation('search', 'notes', 'Find notes'),
  operation('odd', 'new', 'Odd'),
];

test('an operation is found by all words that are typed, in any of what is shown of it', () => {
  const found = (filter: string) => filterOperations(ALL, filter).map(({ id }) => id);
  expect(found(' ')).toEqual(['listTeams', 'search', 'odd']);
  expect(found('TEAMS get')).toEqual(['listTeams']);
  expect(found('notes /search')).toEqual(['search']);
  expect(found('teams notes')).toEqual([]);
});

test('groups have the order of the tags, and no operation is lost whose tag is not among them', () => {
  const groups = byTag(ALL, ['notes', 'empty', 'admin']);
  expect(groups.map(([tag, found]) => [tag, found.length])).toEqual([
    ['notes', 1],
    ['admin', 1],
    ['new', 1],
  ]);
});

test('code and addresses of a description are set apart, and a full stop after one is not part of it', () => {
  expect(inlineParts('Send `wait=1`, see https://c2sp.org/x. `a` b')).toEqual([
    { kind: 'text', text: 'Send ' },
    { kind: 'code', text: 'wait=1' },
    { kind: 'text', text: ', see ' },
    { kind: 'link', text: 'https://c2sp.org/x' },
    { kind: 'text', text: '. ' },
    { kind: 'code', text: 'a' },
    { kind: 'text', text: ' b' },
  ]);
  expect(inlineParts('javascript:alert(1) http://x')).toEqual([
    { kind: 'text', text: 'javascript:alert(1) http://x' },
  ]);
});
