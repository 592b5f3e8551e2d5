import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { membersOf } from '../../src/domain/json.js';
import { setupHome, statesOf } from './setupHome.js';

const FILE = '.config/goose/config.yaml';
const oursIn = (text: string) => membersOf(membersOf(parse(text)).extensions)['memory-vault'];

const TEXTS = {
  'an empty file': '',
  'a comment alone': '# of the user\n',
  'no extensions': 'GOOSE_MODEL: x # mine\n',
  'no line break at the end': 'GOOSE_MODEL: x',
  'extensions without a value': 'extensions:\nGOOSE_MODEL: x\n',
  'extensions of others with comments':
    '# head\nextensions: # all\n  # theirs\n  theirs:\n    cmd: x # it\n    args: [a, "#b"]\n\n# foot\nGOOSE_MODEL: x\n',
  'another indentation': 'extensions:\n      theirs:\n            enabled: true\nlast: 1\n',
  'line ends of Windows': 'extensions:\r\n  theirs:\r\n    enabled: true\r\n',
  'a mark of UTF-8': '\uFEFFextensions:\n  theirs:\n    enabled: true\n',
  'a block of text':
    'extensions:\n  theirs:\n    description: |\n      memory-vault:\n        cmd: x\n',
};

describe.each(Object.entries(TEXTS))('%s', (_what, content) => {
  test('setup keeps every line, a second one changes nothing, a removal restores every byte', () => {
    const home = setupHome();
    home.write(FILE, content);
    const before = home.everything();
    home.setUp('goose');
    const after = home.read(FILE);
    expect(oursIn(after.replace('\uFEFF', ''))).toMatchObject({ cmd: '/usr/bin/node', envs: {} });
    for (const line of content.split('\n')) expect(after.split('\n')).toContain(line);
    if (content.includes('\r\n')) expect(after.replaceAll('\r\n', '')).not.toContain('\n');
    expect(statesOf(home.setUp('goose'))).toEqual(['same extensions.memory-vault']);
    home.remove('goose');
    expect(home.everything()).toEqual(before);
  });

  test('a removal after somebody has added a line takes our entry alone', () => {
    const home = setupHome();
    home.write(FILE, content);
    home.setUp('goose');
    home.write(FILE, `${home.read(FILE)}GOOSE_MODE: auto\n`);
    home.remove('goose');
    const added = content.endsWith('\n') || content === '' ? content : `${content}\n`;
    expect(home.read(FILE)).toBe(`${added}GOOSE_MODE: auto\n`);
  });
});

test('an entry that the agent wrote anew in its own way is ours; one with a comment is not', () => {
  const home = setupHome();
  home.write(FILE, 'extensions:\n  theirs:\n    enabled: true\n');
  home.setUp('goose');
  const text = home.read(FILE);
  const value = JSON.stringify(oursIn(text));
  home.write(FILE, `extensions:\n  memory-vault: ${value}\n  theirs:\n    enabled: true\n`);
  home.remove('goose');
  expect(home.read(FILE)).toBe('extensions:\n  theirs:\n    enabled: true\n');

  home.setUp('goose');
  home.write(FILE, home.read(FILE).replace('enabled: true', 'enabled: true # mine'));
  expect(statesOf(home.remove('goose'))).toEqual(['kept extensions.memory-vault']);
});

test.each([
  ['extensions: { theirs: { enabled: true } }\n', 'not written as a mapping over lines'],
  ['extensions: theirs\n', 'not written as a mapping over lines'],
  ['- a\n', 'not a mapping'],
  ['a: 1\n---\nb: 2\n', 'several documents'],
  ['a: &a [x]\nb: *c\n', 'Correct it'],
  ['extensions:\n\ttheirs: 1\n', 'not valid YAML'],
])('%j is refused, and nothing is written', (content, why) => {
  const home = setupHome();
  home.write(FILE, content);
  const before = home.everything();
  expect(() => home.setUp('goose')).toThrow(why);
  expect(home.everything()).toEqual(before);
});
