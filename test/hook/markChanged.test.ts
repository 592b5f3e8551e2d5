import { expect, test } from 'vitest';
import { anchorOf } from '../../src/checkout/anchorFile.js';
import { markChanged } from '../../src/hook/recalled.js';
import { commitAll, emptyRepository, write } from '../support/gitRepository.js';

const [FIRST, SECOND] = ['01KA5ZJ3M4T6V8X0Y2Z4A6C8E0', '01KA5ZJ3M4T6V8X0Y2Z4A6C8E1'];
const TEXT = [
  'Newest notes:',
  'Z4A6C8E0 2026-11-22 bugfix Retries doubled charges ~30t',
  'Z4A6C8E1 2026-11-22 bugfix Another ~30t',
].join('\n');

test('the row of a note says that its text has drifted, or that its file is gone', () => {
  const root = emptyRepository();
  write(root, 'src/pay.ts', 'charge(key);\n');
  write(root, 'src/other.ts', 'other();\n');
  commitAll(root);
  const about = (path: string) => [anchorOf(root, path, root)];
  const anchors = { [FIRST]: about('src/pay.ts'), [SECOND]: about('src/other.ts') };
  expect(markChanged({ given: [], text: TEXT, anchors }, root)).toBe(TEXT);
  write(root, 'src/pay.ts', 'charge(otherKey);\n');
  const marked = TEXT.replace('doubled charges ~30t', 'doubled charges ~30t drifted');
  expect(markChanged({ given: [], text: TEXT, anchors }, root)).toBe(marked);
  const elsewhere = emptyRepository();
  expect(markChanged({ given: [], text: TEXT, anchors }, elsewhere)).toBe(
    TEXT.replaceAll('~30t', '~30t gone'),
  );
  expect(markChanged({ given: [], text: TEXT, anchors }, undefined)).toBe(TEXT);
});

test('what another shape has marks nothing', () => {
  for (const anchors of [{}, { [FIRST]: 'x' }, { [FIRST]: [null, { path: 7 }] }])
    expect(markChanged({ given: [], text: TEXT, anchors }, emptyRepository())).toBe(TEXT);
});
