import { expect, test } from 'vitest';
import { shortPath, tidyPaths } from '../../src/backfill/tidyPaths.js';

const tidy = tidyPaths({
  root: '/data/ann/work/shop',
  folder: '/links/shop/src',
  home: '/data/ann',
});

test.each([
  ['cd /data/ann/work/shop && npm test', 'cd . && npm test'],
  ['npx vitest run /data/ann/work/shop/test/a.test.ts', 'npx vitest run ./test/a.test.ts'],
  ["open '/links/shop/src/a.ts'", "open './a.ts'"],
  ['/data/ann/work/shop.old/x', '~/work/shop.old/x'],
  ["mkdir '/data/ann'", "mkdir '~'"],
  ["EACCES: mkdir '/home/alice'", "EACCES: mkdir '~'"],
  ["open '/home/alice/My Documents/plan.txt'", "open '~/My Documents/plan.txt'"],
  ['cannot open "/home/alice/"', 'cannot open "~/"'],
  ['/Users/alice/x, C:\\Users\\alice\\x, /mnt/c/Users/alice/x', '~/x, ~\\x, ~/x'],
  [
    'PATH=/opt/bin:/home/alice/bin docker run -v data:/home/alice',
    'PATH=bin:~/bin docker run -v data:~',
  ],
  ['file:///home/alice/x ~alice/x /root/x', 'file://~/x ~/x ~/x'],
  ['/srv/ann/23.db and /srv/jürgen/a.db in /srv/ann/', '23.db and a.db in …/'],
  ['scp a host:/srv/ann/secret/b', 'scp a host:b'],
  ['gcc -I/home/bob/include -L/data/ann/lib x.c', 'gcc -I~/include -L~/lib x.c'],
  ['tsc -p/data/ann/work/shop --dir/home/bob/x', 'tsc -p. --dir~/x'],
  ['curl -d @/home/bob/x vscode://file/home/bob/x', 'curl -d @~/x vscode://file~/x'],
  ['読む/home/bob/x', '読む~/x'],
  ['%2Fhome%2Fbob%2Fx folder=%2Fdata%2Fann%2Fwork%2Fshop', '~%2Fx folder=.'],
  ['~/.claude/projects/-home-bob-shop/x.jsonl', '~/.claude/projects/~-shop/x.jsonl'],
  ['~/.claude/projects/-data-ann-work-shop/x.jsonl', '~/.claude/projects/./x.jsonl'],
  ['npm test > /dev/null 2>&1', 'npm test > /dev/null 2>&1'],
  ['curl https://example.com/home/alice/x', 'curl https://example.com/home/alice/x'],
  [
    'test/home/page.ts src/Users/list.ts x-y/home/z',
    'test/home/page.ts src/Users/list.ts x-y/home/z',
  ],
  [
    'sed s/a/b/ src/a.ts ./b/c.ts ../d/e.ts @scope/name',
    'sed s/a/b/ src/a.ts ./b/c.ts ../d/e.ts @scope/name',
  ],
])('%s', (text, expected) => {
  expect(tidy.all(text)).toBe(expected);
});

test('a home is as long as its name', () => {
  expect(shortPath('/home/al/x', '/home/al')).toBe('~/x');
  expect(shortPath('/home/al', '/home/al')).toBe('~');
  expect(shortPath('/home/alice/x', '/home/al')).toBe('/home/alice/x');
});
