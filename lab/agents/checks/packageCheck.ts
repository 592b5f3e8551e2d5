import { changedFiles } from '../home.js';
import type { Check } from './check.js';

/** Installs the package. Afterwards the agent has what it brings. */
export const PACKAGE_CHECK: Check = {
  title: 'The package installs from a clone of the repository',
  async run({ addPackage, home, untouched }) {
    await addPackage();
    const files = changedFiles(untouched, home.files());
    return `${files.filter((file) => !file.startsWith('memory-vault/')).length} files in its home`;
  },
};
