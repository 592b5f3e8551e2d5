import { describe, expect, test } from 'vitest';
import { isRecordPath, readRecord } from '../../../src/import/git/decisionRecords.js';

test.each([
  ['docs/adr/0001-use-dashes.md', true],
  ['doc/architecture/decisions/0001-a.md', true],
  ['docs/decisions/2026/use-dashes.md', true],
  ['adr/use-dashes.md', true],
  ['rfcs/0001-a.markdown', true],
  ['services/shop/docs/architecture-decisions/adr001-a.md', true],
  ['src/search.adr.md', true],
  ['adr-007-core.md', true],
  ['docs/adr/README.md', false],
  ['docs/adr/template.md', false],
  ['docs/adr/0000-template.md', false],
  ['docs/adr/adr-template-bare.md', false],
  ['docs/adr/diagram.png', false],
  ['docs/guide.md', false],
  ['vendor/a/docs/adr/0001-a.md', false],
  ['test/fixtures/adr/0001-a.md', false],
])('%s: %s', (path, isRecord) => {
  expect(isRecordPath(path)).toBe(isRecord);
});

const PARTS = '## Context\n\nFiles have names.\n\n## Decision\n\nDashes.';

describe('a record', () => {
  test('gives its title without a number, its number and its text without the status', () => {
    const text = `# 7. Use dashes\n\nDate: 2026-01-01\n\n## Status\n\nAccepted\n\n${PARTS}\n`;
    expect(readRecord('docs/adr/0007-use-dashes.md', text)).toEqual({
      path: 'docs/adr/0007-use-dashes.md',
      number: 7,
      title: 'Use dashes',
      content: `Date: 2026-01-01\n\n${PARTS}`,
      status: 'accepted',
      replaces: [],
      replacedBy: undefined,
    });
  });

  test.each([
    ['ADR-0007: Use dashes', 'Use dashes'],
    ['ADR 7 Use dashes', 'Use dashes'],
    ['0007 - Use dashes', 'Use dashes'],
    ['[RFC 7] Use dashes', 'Use dashes'],
    ['Architecture Decision Record: Use dashes', 'Use dashes'],
    ['3 reasons for dashes', '3 reasons for dashes'],
    ['Decisions are recorded', 'Decisions are recorded'],
  ])('# %s', (heading, title) => {
    expect(readRecord('adr/a.md', `# ${heading}\n\n${PARTS}`)?.title).toBe(title);
  });

  test('may name its title and its status in front matter, or its title in its name', () => {
    const front = '---\ntitle: "ADR001: Use dashes"\nstatus: Rejected\n---\n';
    expect(readRecord('adr/a.md', `${front}\n${PARTS}`)).toMatchObject({
      title: 'Use dashes',
      status: 'rejected',
    });
    expect(readRecord('adr/0007-use-dashes.md', PARTS)?.title).toBe('0007 use dashes');
  });

  test.each([
    ['## Status\n\nSuperseded by [ADR-0009](0009-use-blanks.md)', { replacedBy: 9 }],
    ['* Status: superseded by 0009', { status: 'superseded by 0009', replacedBy: 9 }],
    ['Superseded: 2026-01-01 by [ADR 9](0009-a.md)', { replacedBy: 9 }],
    ['## Status\n\nAccepted\n\nSupersedes [3. Blanks](0003-blanks.md)', { replaces: [3] }],
    ['**Status:** Accepted. Replaces ADR-3.', { replaces: [3] }],
  ])('%s', (said, expected) => {
    expect(readRecord('adr/0007-a.md', `# 7. A\n\n${said}\n\n${PARTS}`)).toMatchObject(expected);
  });

  test('of many words is shortened to its context and its decision', () => {
    const long = (word: string) => `${word} `.repeat(2_000);
    const text = `# A\n\n## Notes\n\n${long('note')}\n\n## Context\n\n${long('why')}\n\n## Decision Outcome\n\n${long('what')}`;
    const content = readRecord('adr/0001-a.md', text)?.content ?? '';
    expect(content.length).toBeLessThanOrEqual(4_000);
    expect(content).toMatch(/^## Context\n\nwhy [\s\S]*…\n\n## Decision Outcome\n\nwhat [\s\S]*…$/);
  });

  test('is no other text in the same folder', () => {
    expect(readRecord('adr/how.md', '# How to write one\n\nWith a pen.')).toBeUndefined();
  });
});
