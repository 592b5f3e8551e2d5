import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Pinned: another version generates other cases and has other checks. */
const VERSION = '4.32.5';

/** Installs schemathesis into a virtual environment in a directory. Returns the path of the program. */
export async function installSchemathesis(directory: string, signal: AbortSignal): Promise<string> {
  const run = promisify(execFile);
  const place = join(directory, 'venv');
  console.error(`installing schemathesis ${VERSION}`);
  await run('python3', ['-m', 'venv', place], { signal });
  const pip = ['install', '--quiet', '--disable-pip-version-check', `schemathesis==${VERSION}`];
  await run(join(place, 'bin', 'pip'), pip, { signal });
  return join(place, 'bin', 'schemathesis');
}
