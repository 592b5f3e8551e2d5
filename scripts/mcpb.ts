// `npm run mcpb -- TARBALL release/0.2.0`: makes the package for Claude Desktop of a tarball, with what it needs.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { desktopManifest } from './packages/packageFiles.js';

const MCPB = '@anthropic-ai/mcpb@2.1.2';

const [tarball, folder] = process.argv.slice(2);
if (tarball === undefined || folder === undefined) {
  console.error('mcpb: name the tarball, and the folder for the package');
  process.exit(2);
}
const place = mkdtempSync(join(tmpdir(), 'memory-vault-mcpb-'));
const run = (program: string, ...args: readonly string[]) =>
  execFileSync(program, args, { cwd: place, stdio: 'inherit' });
try {
  // With SQLite, which is not the same on every platform: the package is for the platform that makes it.
  const flags = ['--omit=dev', '--no-audit', '--no-fund', '--no-package-lock'];
  run('npm', 'install', '--prefix', place, ...flags, resolve(tarball));
  const installed = readFileSync(join(place, 'node_modules/memory-vault/package.json'), 'utf8');
  const { version } = JSON.parse(installed);
  writeFileSync(join(place, 'manifest.json'), JSON.stringify(desktopManifest(version), null, 2));
  run('npx', '-y', MCPB, 'validate', 'manifest.json');
  run('npx', '-y', MCPB, 'pack', '.', join(resolve(folder), `memory-vault-${version}.mcpb`));
} finally {
  rmSync(place, { recursive: true, force: true });
}
