import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectOfNotes } from '../../../src/cli/importing/projectOfNotes.js';
import { folderWith } from '../../support/sourceFiles.js';

test('notes belong to the project of their folder, or of the folder of the file', () => {
  const folder = folderWith({
    'shop/CLAUDE.md': '',
    'shop/.memory-vault.json': '{"project": "web-shop"}',
    'plain/AGENTS.md': '',
  });
  expect(projectOfNotes(join(folder, 'shop'), {})).toBe('web-shop');
  expect(projectOfNotes(join(folder, 'shop', 'CLAUDE.md'), {})).toBe('web-shop');
  expect(projectOfNotes(join(folder, 'plain'), {})).toBe('plain');
  expect(projectOfNotes(join(folder, 'plain'), { VAULT_PROJECT: 'named' })).toBe('named');
});

test('a memory folder of Claude Code and the home directory name no project', () => {
  const folder = folderWith({ '.claude/projects/-home-me-shop/memory/a.md': '', 'CLAUDE.md': '' });
  expect(projectOfNotes(join(folder, '.claude/projects/-home-me-shop/memory'), {})).toBeUndefined();
  expect(projectOfNotes(join(folder, 'CLAUDE.md'), { HOME: folder })).toBeUndefined();
});
