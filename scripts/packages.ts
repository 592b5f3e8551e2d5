// `npm run packages`: writes the files that let programs install Memory Vault, from scripts/packages/description.ts.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { packageFiles } from './packages/packageFiles.js';

const ROOT = new URL('../', import.meta.url);
const { version } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8'));
for (const [path, text] of Object.entries(packageFiles(version))) {
  const file = new URL(path, ROOT);
  mkdirSync(dirname(file.pathname), { recursive: true });
  writeFileSync(file, text);
}
