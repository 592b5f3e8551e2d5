import { describe, expect, test } from 'vitest';
import { readMessage, textOf } from '../../../src/import/git/commitMessage.js';

const bodyOf = (message: string) => textOf(readMessage(message).body);

describe('the message of a commit', () => {
  test('is a subject, and paragraphs whose wrapped lines are joined', () => {
    const { subject, body } = readMessage('fix: a\n\nOne\ntwo.\n\nThree\r\nfour.\n');
    expect(subject).toBe('fix: a');
    expect(body).toEqual([
      { kind: 'prose', text: 'One two.' },
      { kind: 'prose', text: 'Three four.' },
    ]);
  });

  test('may have a subject of two lines, or an explanation right below it', () => {
    const long = 'pkg/machine: do not wait for a machine that is';
    expect(readMessage(`${long}\nalready gone\n\nText.`).subject).toBe(`${long} already gone`);
    expect(readMessage('a: b\nBecause of c.')).toEqual({
      subject: 'a: b',
      body: [{ kind: 'prose', text: 'Because of c.' }],
    });
  });

  test('keeps lists and code as they are', () => {
    const list = '- one\n- two';
    const code = '```\na  b\n\n  c\n```';
    const shown = '    Error: EMFILE\n      at open';
    expect(bodyOf(`s\n\nText:\n\n- one\n- two\n\n${code}\n\nMore:\n\n${shown}\n\nEnd.`)).toBe(
      `Text:\n\n${list}\n\n${code}\n\nMore:\n\n${shown}\n\nEnd.`,
    );
    expect(bodyOf('s\n\n- one\n  goes on\n- two')).toBe('- one goes on\n- two');
  });

  test('knows code from a line with backticks on both sides', () => {
    expect(bodyOf('s\n\n```a``` fails.\n\nCloses #12\n\n~~~~\n~~~\nCloses #12\n~~~~\nEnd.')).toBe(
      '```a``` fails.\n\n~~~~\n~~~\nCloses #12\n~~~~\n\nEnd.',
    );
  });

  test.each([
    'Signed-off-by: A <a@example.org>',
    'Co-authored-by: A <a@example.org>',
    'Approved by: a',
    'Change-Id: I0123456789',
    'Closes #12',
    'Fixes: #12, #13',
    'Fixes https://example.org/issues/12',
    'Fixes https://example.org/a,https://example.org/b',
    '* Fix owner/name#12, fixes [#13] and https://example.org/14.',
    'Fixes: 0123456789 (another commit)',
    'Bug: 123456',
    'Cc: stable@example.org',
    'Link: https://example.org/x',
    '(cherry picked from commit 0123456789abcdef)',
    'git-svn-id: https://example.org/trunk@1',
    '[skip ci]',
    '[NO NEW TESTS NEEDED] it is small',
    '- [x] I have read the rules',
    '---------',
    'https://example.org/x',
    '<!-- say what\nit does -->',
  ])('leaves out %j', (line) => {
    expect(bodyOf(`s\n\nText.\n\n${line}\n`)).toBe('Text.');
  });

  test.each([
    'Since then, it is closed.',
    'Note: this is by design.',
    'See what happens: it hangs.',
    'Fixes the case in which nobody waits.',
    // A list of links that goes on as a sentence takes no longer the more there are.
    ...['https://a,', 'https://a&', 'https://a and ', 'https://aand'].map(
      (link) => `Fix ${link.repeat(30)}x y`,
    ),
  ])('keeps %j', (line) => {
    expect(bodyOf(`s\n\n${line}`)).toBe(line);
  });

  test('keeps an address within a sentence', () => {
    expect(bodyOf('s\n\nThis was broken in\n#12\nwhich nobody saw.')).toBe(
      'This was broken in #12 which nobody saw.',
    );
  });

  test('may be empty', () => {
    expect(readMessage('')).toEqual({ subject: '', body: [] });
    expect(readMessage('\n \n')).toEqual({ subject: '', body: [] });
  });
});
