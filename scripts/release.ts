// `npm run release -- 0.2.0`: makes a release, but pushes and publishes nothing. All of it happens in a clone of the
// repository. Only when everything has succeeded does the repository get the commit, the tag and the files in `release`.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { messageOf } from '../src/diagnostics/diagnostic.js';
import { datedChangelog } from './release/changelog.js';
import { provenanceNotes } from './release/provenance.js';
import { releaseProblems } from './release/releaseProblems.js';
import { VERSIONED_FILES } from './release/versionedFiles.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

interface Options {
  readonly dryRun?: boolean;
  readonly test: boolean;
}

const program = new Command('release')
  .description('Make a release: version, changelog, golden log, tarball, SBOM, commit and tag.')
  .argument('<version>', 'the version, such as 0.2.0')
  .option('--dry-run', 'do all of it in a clone, and change nothing here')
  .option('--no-test', 'leave out npm test, because it has passed on this commit')
  .action(release);

try {
  await program.parseAsync();
} catch (error) {
  console.error(`release: ${messageOf(error)}`);
  process.exitCode = 1;
}

function release(version: string, { dryRun = false, test }: Options): void {
  const problems = releaseProblems(
    {
      branch: output(ROOT, 'git', 'branch', '--show-current'),
      status: output(ROOT, 'git', 'status', '--porcelain'),
      tags: output(ROOT, 'git', 'tag').split('\n'),
      version: JSON.parse(read(ROOT, 'package.json')).version,
      changelog: read(ROOT, 'CHANGELOG.md'),
    },
    version,
  );
  if (problems.length > 0) throw new Error(problems.join('\nrelease: '));
  const temporary = mkdtempSync(join(tmpdir(), 'memory-vault-release-'));
  try {
    const clone = join(temporary, 'memory-vault');
    const files = join(temporary, 'files');
    mkdirSync(files);
    run(ROOT, 'git', 'clone', '--quiet', ROOT, clone);
    commitVersion(clone, version, test);
    makeFiles(clone, files, version, test);
    console.log(read(files, 'SHA256SUMS').trimEnd());
    if (dryRun) console.log(`release: a dry run: ${version} could be released, nothing is changed`);
    else takeOver(clone, files, version);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** Commits what names the version, and the golden log of the release. */
function commitVersion(clone: string, version: string, test: boolean): void {
  for (const [file, withVersion] of Object.entries(VERSIONED_FILES)) {
    edit(clone, file, (text) => withVersion(text, version));
  }
  const day = new Date().toISOString().slice(0, 10);
  edit(clone, 'CHANGELOG.md', (text) => datedChangelog(text, version, day));
  run(clone, process.execPath, 'scripts/ready.mjs');
  run(clone, 'npx', 'tsx', 'scripts/packages.ts');
  // The document, from which the types of the client are made, names the version.
  run(clone, 'npx', 'tsx', 'scripts/client.ts');
  run(clone, 'npx', 'tsx', 'scripts/makeGolden.ts');
  const changed = output(clone, 'git', 'status', '--porcelain', 'test/golden').split('\n');
  const old = changed.filter((line) => !line.includes(`/${version}.`));
  if (old.length > 0) {
    throw new Error(
      `logs of older releases give other read models now:\n${old.join('\n')}\nIf that is meant, run npx tsx scripts/makeGolden.ts --digests and commit it first`,
    );
  }
  if (test) run(clone, 'npm', 'test');
  for (const name of ['user.name', 'user.email']) {
    run(clone, 'git', 'config', name, output(ROOT, 'git', 'config', name));
  }
  run(clone, 'git', 'add', '--all');
  run(clone, 'git', 'commit', '--quiet', '--message', `Memory Vault ${version}`);
}

/** The tarballs, the bill of materials, where they come from, and the digests of all of them. */
function makeFiles(clone: string, files: string, version: string, tested: boolean): void {
  const pack = (): Readonly<Record<string, string>> => {
    for (const folder of ['dist', 'clients/typescript/dist']) {
      rmSync(join(clone, folder), { recursive: true, force: true });
    }
    run(clone, 'npm', 'run', 'build');
    run(clone, 'npm', 'pack', '--pack-destination', files);
    run(clone, 'npm', 'pack', '--workspace', 'clients/typescript', '--pack-destination', files);
    return Object.fromEntries(
      tarballsOf(version).map((tarball) => [tarball, digestOf(files, tarball)]),
    );
  };
  const tarballs = pack();
  for (const [tarball, digest] of Object.entries(pack())) {
    if (digest !== tarballs[tarball]) throw new Error(`two builds gave two different ${tarball}`);
  }
  const bill = ['--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only'];
  const sbom = output(clone, 'npm', 'sbom', ...bill);
  writeFileSync(join(files, `memory-vault-${version}.cdx.json`), `${sbom}\n`);
  const notes = provenanceNotes({
    version,
    commit: output(clone, 'git', 'rev-parse', 'HEAD'),
    node: process.version,
    npm: output(clone, 'npm', '--version'),
    platform: `${process.platform} ${process.arch}`,
    lockDigest: digestOf(clone, 'package-lock.json'),
    tarballs,
    tested,
  });
  writeFileSync(join(files, 'PROVENANCE.md'), notes);
  const sums = readdirSync(files).map((name) => `${digestOf(files, name)}  ${name}\n`);
  writeFileSync(join(files, 'SHA256SUMS'), sums.join(''));
}

/** Brings the commit, the tag and the files here, and says what is left to do. */
function takeOver(clone: string, files: string, version: string): void {
  run(ROOT, 'git', 'fetch', '--quiet', clone, 'HEAD');
  run(ROOT, 'git', 'merge', '--quiet', '--ff-only', 'FETCH_HEAD');
  run(ROOT, 'git', 'tag', '--annotate', `v${version}`, '--message', `Memory Vault ${version}`);
  const folder = join('release', version);
  mkdirSync(join(ROOT, folder), { recursive: true });
  for (const name of readdirSync(files)) {
    copyFileSync(join(files, name), join(ROOT, folder, name));
  }
  const publish = tarballsOf(version)
    .map((tarball) => `  npm publish --provenance ${folder}/${tarball}`)
    .join('\n');
  console.log(`release: ${version} is committed and tagged, its files are in ${folder}. What is left (--provenance works in a build service only):
  git push origin main v${version}
${publish}
  mcp-publisher login github && mcp-publisher publish
  npm run mcpb -- ${folder}/memory-vault-${version}.tgz ${folder}
  docker build --build-arg VERSION=${version} --build-arg REVISION=$(git rev-parse HEAD) -t memory-vault:${version} .
  publish the files of ${folder} with the tag`);
}

/** The files that `npm pack` makes of the service and of the client. */
function tarballsOf(version: string): readonly string[] {
  return [`memory-vault-${version}.tgz`, `memory-vault-client-${version}.tgz`];
}

function read(folder: string, file: string): string {
  return readFileSync(join(folder, file), 'utf8');
}

function edit(folder: string, file: string, change: (text: string) => string): void {
  writeFileSync(join(folder, file), change(read(folder, file)));
}

function digestOf(folder: string, file: string): string {
  return createHash('sha256')
    .update(readFileSync(join(folder, file)))
    .digest('hex');
}

/** Runs a command with its output on standard error. */
function run(cwd: string, command: string, ...args: readonly string[]): void {
  execFileSync(command, args, { cwd, stdio: ['ignore', 2, 2] });
}

/** Runs a command and gives what it printed, trimmed. */
function output(cwd: string, command: string, ...args: readonly string[]): string {
  return execFileSync(command, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 2],
  }).trim();
}
