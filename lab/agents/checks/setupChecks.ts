import assert from 'node:assert/strict';
import { changedFiles } from '../home.js';
import type { Check } from './check.js';

/** What `setup` writes and takes back while the agent does not run. Afterwards the agent is set up. */
export const SETUP_CHECKS: readonly Check[] = [
  {
    title: 'A second `setup` changes no byte of the home',
    async run({ home, setUp, untouched }) {
      await setUp();
      const after = home.files();
      const written = changedFiles(untouched, after);
      assert.notDeepEqual(written, [], 'the first setup wrote nothing');
      await setUp();
      assert.deepEqual(changedFiles(after, home.files()), []);
      return `wrote ${written.map((file) => `\`${file}\``).join(', ')}`;
    },
  },
  {
    title: '`--remove` restores every byte of the home',
    async run({ home, setUp, untouched }) {
      await setUp(['--remove']);
      assert.deepEqual(changedFiles(untouched, home.files()), []);
      await setUp();
      return `${untouched.size} files as before`;
    },
  },
];

/** What is left when the agent has run with our setup, and may have written into the same files. */
export const REMOVE_CHECK: Check = {
  title: '`--remove` after all these runs leaves nothing of ours',
  async run({ home, setUp, untouched }) {
    const before = home.files();
    await setUp(['--remove']);
    const after = home.files();
    const changed = changedFiles(before, after);
    assert.notDeepEqual(changed, [], 'nothing was removed');
    const others = changed.filter((file) => after.get(file) !== untouched.get(file));
    for (const file of others) {
      assert(after.has(file), `${file} is gone, which was there before`);
      assert.doesNotMatch(home.read(file), /memory-vault/, `${file} still names memory-vault`);
    }
    const theirs = others.map((file) => `\`${file}\``).join(', ');
    return others.length === 0
      ? `${changed.length} files as before`
      : `${changed.length} files, of which it changed ${theirs} itself`;
  },
};
