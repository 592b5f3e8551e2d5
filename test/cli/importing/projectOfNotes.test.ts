import { join } from 'node:path';
import { createClient } from 'memory-vault-client';
import { expect, test } from 'vitest';
import { projectOfImport, projectOfNotes } from '../../../src/cli/terminal/project.js';
import { folderWith } from '../../support/sourceFiles.js';

test('notes belong to the project of their folder, or of the folder of the file', () => {
  const folder = folderWith({
    'shop/CLAUDE.md': '',
    'shop/.memory-vault.json': '{"project": "web-shop"}',
    'plain/AGENTS.md': '',
  });
  expect(projectOfNotes(join(folder, 'shop'), {})?.project).toBe('web-shop');
  expect(projectOfNotes(join(folder, 'shop', 'CLAUDE.md'), {})?.project).toBe('web-shop');
  expect(projectOfNotes(join(folder, 'plain'), {})?.project).toBe('plain');
  expect(projectOfNotes(join(folder, 'plain'), { VAULT_PROJECT: 'named' })?.project).toBe('named');
});

test('a memory folder of Claude Code and the home directory name no project', () => {
  const folder = folderWith({ '.claude/projects/-home-me-shop/memory/a.md': '', 'CLAUDE.md': '' });
  expect(projectOfNotes(join(folder, '.claude/projects/-home-me-shop/memory'), {})).toBeUndefined();
  expect(projectOfNotes(join(folder, 'CLAUDE.md'), { HOME: folder })).toBeUndefined();
});

test('a hidden folder that belongs to no repository names no project', () => {
  const folder = folderWith({
    '.claude/CLAUDE.md': '',
    'shop/.git/HEAD': 'ref: refs/heads/main',
    'shop/.cursor/rules/style.mdc': '',
  });
  expect(projectOfNotes(join(folder, '.claude', 'CLAUDE.md'), {})).toBeUndefined();
  expect(projectOfNotes(join(folder, 'shop', '.cursor'), {})?.project).toBe('shop');
});

test('only sources without projects take the one of their folder, and somebody has to name it where there is none', async () => {
  const folder = folderWith({ 'shop/CLAUDE.md': '', '.claude/projects/-shop/memory/a.md': '' });
  const of = (name: string, path: string, project?: string) =>
    projectOfImport({ name, path: join(folder, path), project }, {}, { vault, binds: false });
  // No repository: nobody is asked.
  const vault = createClient({ url: 'http://vault.invalid' });
  expect(await of('notes', 'shop')).toBe('shop');
  expect(await of('basic-memory', 'shop')).toBe('shop');
  expect(await of('engram', 'shop')).toBeUndefined();
  expect(await of('notes', '.claude/projects/-shop/memory', 'shop')).toBe('shop');
  await expect(of('notes', '.claude/projects/-shop/memory')).rejects.toThrow('--project NAME');
});
