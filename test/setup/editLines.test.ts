import { fc, test as property } from '@fast-check/vitest';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { parse } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { instructionsFile } from '../../src/setup/agentFiles.js';
import { type Own, setUpFile, takeBackFile } from '../../src/setup/editFile.js';

const NOTHING: Own = { pieces: [] };

describe('config.toml', () => {
  const WANTED = {
    kind: 'toml' as const,
    path: 'config.toml',
    table: ['mcp_servers', 'memory-vault'] as const,
    value: { command: '/a "b"/node', args: ['/opt/cli.js', 'mcp'], env: { VAULT_PORT: '7440' } },
    isOlder: () => false,
  };
  const ours = (text: string) =>
    (parse(text).mcp_servers as Record<string, unknown>)['memory-vault'];

  test.each([
    ['an empty file', ''],
    ['no line break at the end', 'model = "x"'],
    [
      'comments and other servers',
      '# head\nmodel = "x" # keep\n\n[mcp_servers.theirs]\ncommand = "x" # why\n# foot\n',
    ],
    ['line ends of Windows', 'model = "x"\r\n\r\n[features]\r\nhooks = true\r\n'],
    [
      'a text over lines that looks like our table',
      'a = """\n[mcp_servers.memory-vault]\ncommand = 1\n"""\n',
    ],
    ['an empty table of servers', '[mcp_servers]\n'],
  ])(
    '%s: setup keeps all of it, a second one changes nothing, a removal restores every byte',
    (_what, before) => {
      const { text = '', ...own } = setUpFile(WANTED, before, NOTHING);
      expect(text.startsWith(before)).toBe(true);
      expect(ours(text)).toEqual(WANTED.value);
      if (before.includes('\r\n')) expect(text.replaceAll('\r\n', '')).not.toContain('\n');
      expect(setUpFile(WANTED, text, own)).toMatchObject({ text, changes: [{ state: 'same' }] });
      expect(takeBackFile(WANTED, text, own).text ?? '').toBe(before);
    },
  );

  test('a table of that name that somebody else wrote is left, and named', () => {
    const theirs = '[mcp_servers.memory-vault]\ncommand = "theirs"\n';
    const expected = {
      text: theirs,
      changes: [{ state: 'kept', what: 'mcp_servers.memory-vault' }],
    };
    expect(setUpFile(WANTED, theirs, NOTHING)).toMatchObject(expected);
    expect(takeBackFile(WANTED, theirs, NOTHING)).toMatchObject(expected);
  });

  test('a table that Codex wrote anew, without our comment and with a table in it, is taken back', () => {
    const { text = '', ...own } = setUpFile(WANTED, 'model = "x"\n', NOTHING);
    expect(text).toContain('# Written by memory-vault setup');
    const anew = `model = "x"

[mcp_servers.memory-vault]
command = '/a "b"/node'
args = ["/opt/cli.js", "mcp"]

[mcp_servers.memory-vault.env]
VAULT_PORT = "7440"

# theirs
[mcp_servers.other]
command = "echo"
`;
    expect(setUpFile(WANTED, anew, own)).toMatchObject({ text: anew });
    const { text: left = '' } = takeBackFile(WANTED, anew, own);
    expect(parse(left)).toEqual({ model: 'x', mcp_servers: { other: { command: 'echo' } } });
    expect(left).toContain('# theirs');
  });

  test.each([
    ['a = 1', '[other]\nb = 2\n', 'a = 1\n[other]\nb = 2\n'],
    ['a = 1', '# theirs\n', 'a = 1\n# theirs\n'],
    ['a = 1\r\nb = 2', '[other]\r\n', 'a = 1\r\nb = 2\r\n[other]\r\n'],
  ])('%j stays a line of its own when somebody added %j below our table', (before, more, left) => {
    const { text = '', ...own } = setUpFile(WANTED, before, NOTHING);
    expect(takeBackFile(WANTED, text + more, own)).toMatchObject({ text: left, pieces: [] });
  });

  test('our comment goes with the table, also when nothing is known of what else setup wrote', () => {
    const { text = '', ...own } = setUpFile(WANTED, 'a = 1\n', NOTHING);
    expect(takeBackFile(WANTED, text, { pieces: own.pieces }).text).toBe('a = 1\n');
  });

  test('a table that somebody added to is left', () => {
    const { text = '', ...own } = setUpFile(WANTED, '', NOTHING);
    const changed = `${text}startup_timeout_sec = 20\n`;
    expect(takeBackFile(WANTED, changed, own)).toMatchObject({ text: changed });
    expect(setUpFile({ ...WANTED, value: { command: 'new' } }, changed, own)).toMatchObject({
      text: changed,
      changes: [{ state: 'kept' }],
    });
  });

  test.each([
    ['below the header', /(\[mcp_servers[^\n]*\n)/, '$1# mine\n'],
    ['behind a value', /("mcp"\])/, '$1 # mine'],
  ])(
    'a comment that somebody wrote %s keeps the table from being changed or taken back',
    (_, at, to) => {
      const { text = '', ...own } = setUpFile(WANTED, 'a = 1\n', NOTHING);
      const changed = text.replace(at, to);
      expect(changed).toContain('# mine');
      const kept = { text: changed, changes: [{ state: 'kept' }] };
      expect(takeBackFile(WANTED, changed, own)).toMatchObject(kept);
      expect(setUpFile({ ...WANTED, value: { command: 'new' } }, changed, own)).toMatchObject(kept);
    },
  );

  test('a # in a value of ours is no comment', () => {
    const value = { command: "it's #1", args: ['"#"'] };
    const { text = '', ...own } = setUpFile({ ...WANTED, value }, 'a = 1\n', NOTHING);
    expect(takeBackFile(WANTED, text, own).text).toBe('a = 1\n');
  });

  test('another value takes the place of ours', () => {
    const { text = '', ...own } = setUpFile(WANTED, 'a = 1\n', NOTHING);
    const next = { ...WANTED, value: { command: '/new/node', args: ['mcp'] } };
    const { text: updated = '', changes, ...edited } = setUpFile(next, text, own);
    expect(changes).toEqual([{ state: 'updated', what: 'mcp_servers.memory-vault' }]);
    expect(ours(updated)).toEqual(next.value);
    expect(takeBackFile(next, updated, edited).text).toBe('a = 1\n');
  });

  test.each([
    ['a = 1\nb = [\n', /config\.toml: this is not valid TOML \(line 3, column 1: /],
    ['mcp_servers = { theirs = { command = "x" } }\n', /cannot be added at the end/],
  ])('%j is refused', (content, message) => {
    expect(() => setUpFile(WANTED, content, NOTHING)).toThrow(message);
  });
});

describe('instructions', () => {
  const wanted = instructionsFile('AGENTS.md');
  if (wanted.kind !== 'text') throw new Error('instructions are a block of text');

  property.prop([
    fc
      .array(fc.constantFrom('', 'Use tabs.', '# Head', ' ', '<!-- theirs -->', '\t- item'))
      .chain((lines) => fc.constantFrom('\n', '\r\n').map((newline) => lines.join(newline))),
  ])(
    'whatever is in a file stays, a second setup changes nothing, a removal restores every byte',
    (before) => {
      const { text = '', ...own } = setUpFile(wanted, before, NOTHING);
      expect(text.startsWith(before)).toBe(true);
      expect(setUpFile(wanted, text, own)).toMatchObject({ text, changes: [{ state: 'same' }] });
      expect(takeBackFile(wanted, text, own).text ?? '').toBe(before);
      const more = `Before.\n${text}After.\n`;
      const end = before === '' || before.endsWith('\n') ? '' : (/\r?\n/.exec(text)?.[0] ?? '');
      expect(takeBackFile(wanted, more, own).text).toBe(`Before.\n${before}${end}After.\n`);
    },
  );

  test('a text without a line break at its end stays a line of its own when somebody added more below', () => {
    const { text = '', ...own } = setUpFile(wanted, '# Rules', NOTHING);
    expect(takeBackFile(wanted, `${text}More rules`, own).text).toBe('# Rules\nMore rules');
    expect(takeBackFile(wanted, `${text}\nMore rules`, own).text).toBe('# Rules\n\nMore rules');
  });

  test('a new rule of Cursor has the head that makes it apply always, and goes with it', () => {
    const rule = instructionsFile('.cursor/rules/memory-vault.mdc');
    if (rule.kind !== 'text') throw new Error('a rule is a text');
    const { text = '', ...own } = setUpFile(rule, '', NOTHING);
    expect(text).toMatch(
      /^---\nalwaysApply: true\n---\n\n<!-- memory-vault: start -->\n## Memory\n/,
    );
    expect(takeBackFile(rule, text, own).text).toBeUndefined();
  });

  test.each([
    ['AGENTS.md', '# Rules'],
    ['AGENTS.md', '# Rules\r\nUse tabs.\r\n'],
    ['.cursor/rules/memory-vault.mdc', undefined],
  ])(
    'in %s (%j), the block of another release is taken back with all that came with the first',
    (path, before) => {
      const file = instructionsFile(path);
      if (file.kind !== 'text') throw new Error('instructions are a block of text');
      const { text, ...own } = setUpFile(file, before, NOTHING);
      const { text: updated = '', ...next } = setUpFile({ ...file, block: 'New.' }, text, own);
      expect(next.changes).toEqual([{ state: 'updated', what: 'instructions' }]);
      expect(takeBackFile(file, updated, next).text).toBe(before);
    },
  );

  test('the head of a rule goes with a block of which only the hash was noted, where setup made the file', () => {
    const rule = instructionsFile('.cursor/rules/memory-vault.mdc');
    if (rule.kind !== 'text') throw new Error('a rule is a text');
    const { text = '', pieces } = setUpFile(rule, undefined, NOTHING);
    expect(takeBackFile(rule, text, { pieces, created: true }).text).toBeUndefined();
    expect(takeBackFile(rule, text, { pieces }).text).toBe('---\nalwaysApply: true\n---\n');
    const more = text.replace('true\n', 'true\ndescription: mine\n');
    expect(takeBackFile(rule, more, { pieces, created: true }).text).toContain('mine');
  });

  test('another block has the place of ours, between the lines of others', () => {
    const { text = '', ...own } = setUpFile(wanted, '# Rules\n', NOTHING);
    const more = `${text}More rules\n`;
    const next = setUpFile({ ...wanted, block: 'New.' }, more, own);
    expect(next.text).toBe(
      '# Rules\n\n<!-- memory-vault: start -->\nNew.\n<!-- memory-vault: end -->\nMore rules\n',
    );
    expect(takeBackFile(wanted, next.text ?? '', next).text).toBe('# Rules\nMore rules\n');
  });

  test('a block that somebody changed is left, by setup and by a removal', () => {
    const { text = '', ...own } = setUpFile(wanted, 'Use tabs.\n', NOTHING);
    const changed = text.replace('one fact a note', 'many facts a note');
    expect(setUpFile(wanted, changed, own)).toMatchObject({
      text: changed,
      changes: [{ state: 'kept' }],
    });
    expect(takeBackFile(wanted, changed, own)).toMatchObject({ text: changed });
  });

  test('one mark without the other is refused', () => {
    expect(() => setUpFile(wanted, '<!-- memory-vault: start -->\n', NOTHING)).toThrow(
      /AGENTS\.md: it has the line .* but not/,
    );
  });

  test('the block costs at most 150 tokens', () => {
    expect(encode(wanted.block).length).toBeLessThanOrEqual(150);
    expect(encode(wanted.block).length).toBeGreaterThan(50);
  });
});
