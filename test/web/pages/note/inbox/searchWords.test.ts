import { expect, test } from 'vitest';
import { searchWords } from '../../../../../web/pages/note/inbox/searchWords.js';

test('the words of a title are searched for, and none of its signs', () => {
  expect(searchWords('“One” key* AND NOT title:two (NEAR)')).toBe('one key and not title two near');
  expect(searchWords('*** — …')).toBe('');
  expect(searchWords('a '.repeat(100)).split(' ')).toHaveLength(20);
});
