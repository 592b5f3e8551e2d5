import { test } from 'vitest';
import { savePrompt } from '../../src/commands/documents.js';
import type { PromptFact } from '../../src/events/documents.js';
import { given } from '../support/given.js';
import { redacted } from '../support/redacted.js';
import { NOW } from '../support/testApp.js';

const saved = (version: number, content: string, tags: string[] = []): PromptFact => ({
  type: 'prompt.saved',
  data: {
    id: '01KA5ZJ3M4T6V8X0Y2Z4A6C8E0',
    name: redacted('review'),
    created_at: NOW / 1000,
    version,
    content: redacted(content),
    tags: tags.map(redacted),
    redactions: [],
  },
});
const save = (content: string, tags?: string[]) => ({
  name: redacted('review'),
  content: redacted(content),
  tags: tags?.map(redacted),
  redactions: [],
});

test('the first save of a name is version 1', () => {
  given<PromptFact>()
    .when(savePrompt, save('a', ['x']))
    .yields(saved(1, 'a', ['x']));
});

test('changed content makes the next version, which keeps the tags unless others are sent', () => {
  given(saved(1, 'a', ['x']))
    .when(savePrompt, save('b'))
    .yields(saved(2, 'b', ['x']));
  given(saved(1, 'a', ['x']))
    .when(savePrompt, save('b', []))
    .yields(saved(2, 'b'));
});

test('the same content makes no new version', () => {
  given(saved(1, 'a', ['x']))
    .when(savePrompt, save('a'))
    .yields();
  given(saved(1, 'a', ['x']))
    .when(savePrompt, save('a', ['x']))
    .yields();
});

test('changed tags with the same content are stored under the same version', () => {
  given(saved(1, 'a', ['x']))
    .when(savePrompt, save('a', ['y']))
    .yields(saved(1, 'a', ['y']));
});

test('a return to earlier content makes a new version, too', () => {
  given(saved(1, 'a'), saved(2, 'b')).when(savePrompt, save('a')).yields(saved(3, 'a'));
});
