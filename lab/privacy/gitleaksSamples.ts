import { execFile } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { reasonOf } from '../../tools/reasonOf.js';

const run = promisify(execFile);

/** The version whose figures can be compared with those of another day. */
export const GITLEAKS = 'v8.30.1';
const MODULE = 'github.com/zricethezav/gitleaks/v8';
const OURS = fileURLToPath(new URL('./gitleaks/validate.go', import.meta.url));
const MAX_OUTPUT = 64 * 1024 * 1024;

const RULE = z.object({
  rule: z.string(),
  samples: z.array(z.object({ text: z.string(), secrets: z.array(z.string()) })),
  alone: z.array(z.string()),
});

/** A rule of gitleaks, texts that it finds secrets in, and those of the secrets that have a form of their own. */
export type GitleaksRule = z.infer<typeof RULE>;

/**
 * The samples that gitleaks' generator of rules tries its rules on, most of them new in every run. Its source comes through
 * Go's module proxy and is built in a temporary directory, with our `validate.go` in the place of its own.
 *
 * @throws when Go is missing, or the source cannot be fetched or built
 */
export async function gitleaksSamples(): Promise<readonly GitleaksRule[]> {
  const directory = mkdtempSync(join(tmpdir(), 'eval-privacy-'));
  try {
    copyTree(await sourceOf(`${MODULE}@${GITLEAKS}`), directory);
    const generator = join(directory, 'cmd', 'generate', 'config');
    copyFileSync(OURS, join(generator, 'utils', 'validate.go'));
    // It writes its rules into a file, which nobody needs here.
    const printed = await go(['run', '.', devNull], generator);
    const lines = printed.trim().split('\n');
    return lines.map((line) => RULE.parse(JSON.parse(line)));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

const DOWNLOADED = z.object({ Dir: z.string() });

async function sourceOf(module: string): Promise<string> {
  return DOWNLOADED.parse(JSON.parse(await go(['mod', 'download', '-json', module], tmpdir()))).Dir;
}

async function go(args: readonly string[], cwd: string): Promise<string> {
  try {
    return (await run('go', args, { cwd, maxBuffer: MAX_OUTPUT })).stdout;
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw new Error(
      missing
        ? '--gitleaks needs Go to build the generator of its samples: install Go, or leave the option out'
        : `go ${args[0]}: ${reasonOf(error)}`,
    );
  }
}

/** Copies the files of a directory so that they can be changed: in Go's cache they cannot. */
function copyTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, copy] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyTree(source, copy);
    else if (entry.isFile()) {
      copyFileSync(source, copy);
      chmodSync(copy, 0o600);
    }
  }
}
