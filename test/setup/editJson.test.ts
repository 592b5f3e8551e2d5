import { fc, test as property } from '@fast-check/vitest';
import { parse, visit } from 'jsonc-parser';
import { expect, test } from 'vitest';
import { type Own, setUpFile, takeBackFile } from '../../src/setup/editFile.js';
import type { Json, JsonEntry } from '../../src/setup/wantedFile.js';

const entry = (pointer: readonly string[], element: boolean, value: Json): JsonEntry => ({
  pointer,
  element,
  value,
  isOlder: () => false,
  isAbout: (other) => JSON.stringify(other).includes('"ours"'),
});

const WANTED = {
  kind: 'json' as const,
  path: 'settings.json',
  entries: [
    entry(['servers', 'memory-vault'], false, { command: 'ours', args: ['mcp'] }),
    entry(['hooks', 'Start'], true, { hooks: [{ command: 'ours', timeout: 5 }] }),
    entry(['hooks', 'Stop'], true, { command: 'ours' }),
  ],
};

const NOTHING: Own = { pieces: [] };

/** White space and comments as somebody may have written them between two tokens. */
const gap = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('', ' ', '\n', '\n  ', '\r\n\t', '\n\n    ') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('/* c */', ' // d\n', '\n// e "{[,\n', '/* f\n g */', ' //\r\n'),
  },
);

/** A text of JSON with comments for a value, and whether it ends its lists with a comma. */
const written = (value: Json): fc.Arbitrary<string> => {
  if (typeof value !== 'object' || value === null) return fc.constant(JSON.stringify(value));
  const isArray = Array.isArray(value);
  const items: fc.Arbitrary<string>[] = isArray
    ? value.map((one) => written(one))
    : Object.entries(value).map(([key, one]) =>
        fc
          .tuple(gap, gap, written(one))
          .map(([a, b, text]) => `${JSON.stringify(key)}${a}:${b}${text}`),
      );
  const parts = items.map((item) => fc.tuple(gap, item, gap).map((texts) => texts.join('')));
  return fc.tuple(fc.tuple(...parts), gap, fc.boolean()).map(([texts, end, hasComma]) => {
    const inside = texts.join(',') + (hasComma && texts.length > 0 ? `,${end}` : end);
    return isArray ? `[${inside}]` : `{${inside}}`;
  });
};

const leaf = fc.oneof(fc.boolean(), fc.integer(), fc.string(), fc.constant(null));
const key = fc
  .string()
  .filter((one) => !['servers', 'hooks', 'memory-vault', '__proto__'].includes(one));
const foreign: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(key, tie('value'), { maxKeys: 3 }),
  ),
})).value;
const object = fc.dictionary(key, foreign, { maxKeys: 3, noNullPrototype: true });
const settings = fc
  .record(
    {
      servers: object,
      hooks: fc.record(
        {
          Start: fc.array(foreign, { maxLength: 3 }),
          Stop: fc.array(foreign, { maxLength: 3 }),
          Other: foreign,
        },
        { requiredKeys: [] },
      ),
      other: foreign,
    },
    { requiredKeys: [] },
  )
  .chain((value) => object.map((more) => ({ ...more, ...value })));

const text = fc.oneof(
  { weight: 1, arbitrary: gap },
  {
    weight: 6,
    arbitrary: fc
      .tuple(
        gap,
        settings.chain((value) => written(value as Json)),
        gap,
      )
      .map((all) => all.join('')),
  },
);

const read = (json: string): Record<string, unknown> =>
  parse(json, [], { allowTrailingComma: true }) ?? {};

property.prop([text], { numRuns: 300 })(
  'whatever is in a file stays as it is, a second setup changes nothing, and a removal restores every byte',
  (before) => {
    const first = setUpFile(WANTED, before, NOTHING);
    const after = first.text ?? '';
    const errors: Parameters<typeof parse>[1] = [];
    const value = parse(after, errors, { allowTrailingComma: true });
    expect(errors).toEqual([]);
    const { servers, hooks } = value;
    expect(servers['memory-vault']).toEqual(WANTED.entries[0]?.value);
    expect(hooks.Start[0]).toEqual(WANTED.entries[1]?.value);
    expect(hooks.Stop[0]).toEqual(WANTED.entries[2]?.value);

    delete servers['memory-vault'];
    hooks.Start.shift();
    hooks.Stop.shift();
    const expected = read(before) as { servers?: object; hooks?: object };
    expect(value).toEqual({
      ...expected,
      servers: expected.servers ?? {},
      hooks: { Start: [], Stop: [], ...expected.hooks },
    });

    const second = setUpFile(WANTED, after, first);
    expect(second.text).toBe(after);
    expect(second.changes.every(({ state }) => state === 'same')).toBe(true);
    expect(takeBackFile(WANTED, after, first).text ?? '').toBe(before);
  },
);

property.prop([text, object, fc.nat(2)], { numRuns: 300 })(
  'after others changed the file, a removal takes our entries and leaves all that is theirs',
  (before, more, index) => {
    const { text: after = '', ...own } = setUpFile(WANTED, before, NOTHING);
    // As an agent does that reads its settings and writes them anew, with more in them.
    const theirs = read(after);
    const places = [theirs, theirs.servers, theirs.hooks] as Record<string, unknown>[];
    Object.assign(
      places[index] ?? {},
      Object.fromEntries(Object.entries(more).map(([name, one]) => [`x${name}`, one])),
    );
    const changed = JSON.stringify(theirs, null, 2);
    const left = read(takeBackFile(WANTED, changed, own).text ?? '{}');
    expect(JSON.stringify(left)).not.toContain('"ours"');
    for (const [name, one] of Object.entries(more)) {
      const place = [left, left.servers, left.hooks][index] as Record<string, unknown>;
      expect(place[`x${name}`]).toEqual(one);
    }
    expect({ servers: {}, hooks: {}, ...left }).toMatchObject(read(before));
  },
);

/** The comments of a text with those of our own making: none of them holds another. */
const commentsIn = (json: string): readonly string[] => {
  const found: string[] = [];
  visit(json, { onComment: (offset, length) => found.push(json.slice(offset, offset + length)) });
  return found;
};

property.prop([text], { numRuns: 300 })(
  'after somebody added a line to the file, a removal leaves every value and every comment of it',
  (before) => {
    const { text: after = '', ...own } = setUpFile(WANTED, before, NOTHING);
    const left = takeBackFile(WANTED, `${after}\n// more`, own).text ?? '';
    expect(commentsIn(left)).toEqual([...commentsIn(before), '// more']);
    const errors: Parameters<typeof parse>[1] = [];
    const value = parse(left, errors, { allowTrailingComma: true, allowEmptyContent: true }) ?? {};
    expect(errors).toEqual([]);
    expect(value).toEqual(read(before));
  },
);

test('what an older version noted, without the way back, is taken out all the same', () => {
  const { text = '', pieces } = setUpFile(WANTED, '{\n  "a": 1\n}\n', NOTHING);
  expect(takeBackFile(WANTED, text, { pieces }).text).toBe('{\n  "a": 1\n}\n');
});

test('an entry that somebody changed is left, by setup and by a removal, and is named', () => {
  const { text = '', ...own } = setUpFile(WANTED, '{}', NOTHING);
  const changed = text
    .replace('"mcp"', '"mcp", "--no-start"')
    .replace('"timeout": 5', '"timeout": 9');
  const again = setUpFile(WANTED, changed, own);
  expect(again.text).toBe(changed);
  expect(again.changes.map(({ state }) => state)).toEqual(['kept', 'kept', 'same']);
  const back = takeBackFile(WANTED, changed, own);
  expect(back.changes).toContainEqual({ state: 'kept', what: 'servers.memory-vault' });
  expect(back.text).toContain('--no-start');
  expect(back.text).toContain('"timeout": 9');
  expect(back.text).not.toContain('Stop');
  // Strict, as most agents read it: no comma is left behind.
  expect(() => JSON.parse(back.text ?? '')).not.toThrow();
});

test('a comment behind an opening brace stays there, and an entry has the indentation of its neighbours', () => {
  const { text } = setUpFile(
    { ...WANTED, entries: WANTED.entries.slice(0, 1) },
    '{ // mine\n    "servers": {\n            "a": 1\n    }\n}\n',
    NOTHING,
  );
  expect(text).toBe(`{ // mine
    "servers": {
            "memory-vault": {
                "command": "ours",
                "args": [
                    "mcp"
                ]
            },
            "a": 1
    }
}
`);
});

test('a comment behind the brace of an object that gets its first entry stays there', () => {
  const { text } = setUpFile(
    { ...WANTED, entries: WANTED.entries.slice(2) },
    '{\n  "hooks": { // none\n  }\n}\n',
    NOTHING,
  );
  expect(text).toMatch(/^\{\n {2}"hooks": \{ \/\/ none\n {4}"Stop": \[/);
});

test('a comment that somebody wrote into an entry keeps it from being taken back', () => {
  const { text = '', ...own } = setUpFile(WANTED, '{}', NOTHING);
  const changed = text.replace('"command"', '// do not remove\n      "command"');
  expect(takeBackFile(WANTED, changed, own).text).toContain('do not remove');
});

test('a comment between the name and the entry keeps it from being taken back', () => {
  const { text = '', ...own } = setUpFile(WANTED, '{}', NOTHING);
  const changed = text.replace('"memory-vault": {', '"memory-vault": /* mine */ {');
  expect(changed).toContain('mine');
  expect(takeBackFile(WANTED, changed, own).text).toContain('mine');
});

test('a hook that somebody wrote into the group of ours keeps the group, and ours is not added again', () => {
  const { text = '', ...own } = setUpFile(WANTED, '{}', NOTHING);
  const changed = text.replace('"timeout": 5\n', '"timeout": 5 }, { "command": "theirs"\n');
  expect(setUpFile(WANTED, changed, own).text).toBe(changed);
  expect(takeBackFile(WANTED, changed, own).text).toContain('theirs');
});

test.each([
  ['[]', 'the file should be an object and is array (line 1, column 1)'],
  ['{\n  "servers": []\n}', 'servers should be an object and is array (line 2, column 14)'],
  ['{"servers": null}', 'servers should be an object and is null'],
  ['{"hooks": {"Stop": {}}}', 'hooks.Stop should be an array and is object'],
  ['{"servers": {},\n"servers": {}}', 'servers is there twice (line 2, column 1)'],
  ['{"a": 1 "b": 2}', 'not valid JSON (line 1, column 9: Comma expected)'],
  ['{"a": 1', 'not valid JSON (line 1, column 8: Close brace expected)'],
  ['{} {}', 'not valid JSON (line 1, column 4: End of file expected)'],
])('%j is refused with its place', (content, message) => {
  expect(() => setUpFile(WANTED, content, NOTHING)).toThrow(message);
  expect(() => setUpFile(WANTED, content, NOTHING)).toThrow(/^settings\.json: /);
});

test.each(['[', '{"a":'])(
  'settings that are nested without end are refused with their place: %s',
  (open) => {
    const text = `{"mcpServers": ${open.repeat(20_000)}`;
    expect(() => setUpFile(WANTED, text, NOTHING)).toThrow(
      /nested more than 200 deep \(line 1, column \d+\)\. Correct it and run the command again$/,
    );
  },
);
