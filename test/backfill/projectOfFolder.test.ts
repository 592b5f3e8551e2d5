import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { projectOfFolder } from '../../src/backfill/projectOfFolder.js';
import { projectKey } from '../../src/domain/names.js';
import { agentHome } from '../support/transcripts.js';

/** As if the vault had a project of the name of the folder: nothing but the folder itself decides. */
const attributed = (folder: string, home = '/home/ada') =>
  projectOfFolder(folder, {
    home,
    wanted: undefined,
    known: new Set([projectKey(basename(folder))]),
  });

test.each([
  '/etc',
  '/etc/nginx',
  '/usr/share',
  '/usr/local/lib/node_modules/some',
  '/home',
  '/home/bob',
  '/Users/bob',
  '/root',
  '/var/log/shop',
  '/System/Library/shop',
  '/private/var/folders/ab/cd/T/shop',
  '/var/folders/ab/cd/T/shop',
  '/private/tmp/shop',
  '/home/ada/.config/nvim',
  '/home/ada/.claude/plugins/cache/shop',
  '/home/ada/work/../.cache/shop',
])('what was held in %s is of no project', async (folder) => {
  expect(await attributed(folder)).toEqual({
    leftOut: expect.stringContaining('it belongs to no project'),
  });
});

test.each(['.', 'src', '../shop', ''])('the relative folder "%s" says nothing', async (folder) => {
  expect(await attributed(folder)).toEqual({
    leftOut: 'it does not name its folder',
  });
});

test.each(['/home/ada/work/shop', '/srv/shop', '/usr/src/shop', '/var/www/shop', '/opt/shop'])(
  'what was held in %s is of the project shop',
  async (folder) => {
    expect(await attributed(folder)).toMatchObject({ project: 'shop' });
  },
);

test('a hidden folder in a repository is of its project', async () => {
  const home = agentHome();
  const folder = join(home.project, '.github', 'workflows');
  mkdirSync(folder, { recursive: true });
  expect(await attributed(folder, home.path)).toMatchObject({
    project: 'shop',
    root: home.project,
  });
});
