import { fc, test as prop } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { eventSummary } from '../../../../web/pages/trust/eventSummary.js';
import { readReceipt } from '../../../../web/pages/trust/readReceipt.js';
import { redactionKinds } from '../../../../web/pages/trust/redactionKinds.js';
import { visibleJson } from '../../../../web/pages/trust/visibleJson.js';

const TYPES = ['observation.saved', 'vault.purged', 'vault.forgotten', 'event.redacted', 'x'];

test.each([
  ['observation.saved', { title: 'Retry', project: 'p', content: 'c' }, 'Retry · p'],
  ['session.started', { id: '1', project: 'p', goal: 'g' }, 'g · p'],
  ['event.redacted', { position: 7, type: 'prompt.saved' }, 'event 7, prompt.saved'],
  ['vault.purged', { filters: { project: 'p' }, matched: 2 }, '2 notes · project=p'],
  ['admin.acted', { act: 'verify', detail: {} }, 'verify'],
  ['conventions.published', { project: 'p', version: 3 }, 'p · version 3'],
  [
    'vault.forgotten',
    { id: '01KA5ZJ3M4T6V8X0Y2Z4A6C8E0', of: 'person', matched: { sessions: 2, prompts: 0 } },
    'a person: 2 sessions; receipt Z4A6C8E0',
  ],
  [
    'vault.forgotten',
    { id: '01KA5ZJ3M4T6V8X0Y2Z4A6C8E0', of: 'notes', ids: ['x'], matched: { observations: 1 } },
    'selected notes: 1 note; receipt Z4A6C8E0',
  ],
  ['observation.saved', null, ''],
])('%s is summed up', (type, data, summary) => {
  expect(eventSummary({ type, data })).toBe(summary);
});

prop.prop([fc.constantFrom(...TYPES), fc.jsonValue()])(
  'no data of an event stops the page, whatever it holds',
  (type, data) => {
    expect(typeof eventSummary({ type, data })).toBe('string');
    readReceipt(data);
  },
);

prop.prop([fc.jsonValue()])('what is shown as JSON is what was recorded', (value) => {
  expect(JSON.parse(visibleJson(value).text)).toEqual(JSON.parse(JSON.stringify(value)));
});

test('what turns or hides text is shown as an escape', () => {
  const { text } = visibleJson({ title: 'a\u202Eb\u200B\uFEFF\u{E0041}' });
  expect(text).toContain('a\\u202eb\\u200b\\ufeff\\udb40\\udc41');
  expect(JSON.parse(text)).toEqual({ title: 'a\u202Eb\u200B\uFEFF\u{E0041}' });
});

test('of a long text, the beginning is shown, and how much more there is', () => {
  const { text, left } = visibleJson('x'.repeat(150_000));
  expect(text).toHaveLength(100_000);
  expect(left).toBe(50_002);
});

test('a receipt is read with what went and where', () => {
  const data = {
    id: '01KA5ZJ3M4T6V8X0Y2Z4A6C8E0',
    of: 'notes',
    ids: ['01KA5ZJ3M4T6V8X0Y2Z4A6C8E1'],
    mentions: 0,
    matched: { observations: 2, sessions: 0 },
    positions: [
      [3, 4],
      [9, 9],
    ],
  };
  expect(readReceipt(data)).toEqual({ ...data, matched: [['observations', 2]] });
  expect(readReceipt(null)).toBeUndefined();
  expect(readReceipt({ id: 1 })).toBeUndefined();
});

test('kinds of redactions come most frequent first, with what their rule finds', () => {
  expect(redactionKinds({ jwt: 1, aws: 1, github: 3, newer: 1 })).toEqual([
    { kind: 'github', finds: 'a token of GitHub', count: 3 },
    { kind: 'aws', finds: 'a key or account number of AWS', count: 1 },
    { kind: 'jwt', finds: 'a JSON Web Token', count: 1 },
    { kind: 'newer', finds: '', count: 1 },
  ]);
});
