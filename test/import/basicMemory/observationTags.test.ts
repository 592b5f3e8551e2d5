import { expect, test } from 'vitest';
import { observationTags } from '../../../src/import/basicMemory.js';

test.each([
  ['- [method] Pour over #brewing (so they say)', ['method', 'brewing']],
  ['* [tech choice] Use SQLite #db #local.', ['tech choice', 'db', 'local']],
  ['  1. [fact] Nested #one#two', ['fact', 'one', 'two']],
  ['- Only a tag #alone', ['alone']],
  ['- [ ] open\n- [x] done\n- [X] done\n- [-] dropped\n- [>] later', []],
  ['- [00:01:10] said #talk\n- [1:02 - 1:05] said', ['talk']],
  ['- [link](https://example.org) and [[Other Note]]', []],
  ['- relates_to [[Other Note]]', []],
  ['- [a] one\n- [a] two #b #b', ['a', 'b']],
  ['- issue #12, C# and F#', []],
  ['text #not-in-a-list\n# Heading\n> - [quoted] no', []],
  ['```\n- [code] no #no\n```\n- [yes] it is', ['yes']],
  ['- [größe] Maß #straße', ['größe', 'straße']],
  ['- [nothing]\n- [] empty', []],
])('%j has the tags %j', (text, tags) => {
  expect(observationTags(text)).toEqual(tags);
});
