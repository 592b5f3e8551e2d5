import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { nodeFolder } from '../../scripts/nodeFolder.mjs';

/** Pinned: another version of a client is another check. */
const PYTHON = { mcp: '2.3.0', fastmcp: '4.1.2' } as const;
const NPM = {
  '@modelcontextprotocol/inspector': '2.12.0',
  '@modelcontextprotocol/conformance': '0.1.16',
} as const;

/** A program of npm, run by a Node of its own: both need Node 22. */
export interface NodeProgram {
  readonly name: string;
  readonly node: string;
  readonly program: string;
}

export interface Clients {
  readonly python: readonly {
    readonly kind: 'mcp' | 'fastmcp';
    readonly name: string;
    readonly python: string;
  }[];
  readonly inspector: NodeProgram;
  readonly conformance: NodeProgram;
}

const run = promisify(execFile);

/** Installs the clients once into a folder for caches. It needs python3 with venv, PyPI and the registry of npm. */
export async function installClients(signal: AbortSignal): Promise<Clients> {
  const python = await Promise.all(
    (['mcp', 'fastmcp'] as const).map((kind) => installPython(kind, signal)),
  );
  const node = join(nodeFolder(22), 'node');
  const packages = Object.entries(NPM).map(([name, version]) => `${name}@${version}`);
  const modules = await inCache(`npm-${Object.values(NPM).join('-')}`, async (folder) => {
    console.error(`installing ${packages.join(', ')}`);
    writeFileSync(
      join(folder, 'package.json'),
      JSON.stringify({ private: true, dependencies: NPM }),
    );
    await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], {
      cwd: folder,
      signal,
      env: { ...process.env, npm_config_local_prefix: folder },
    });
  });
  const program = (name: keyof typeof NPM, file: string): NodeProgram => ({
    name: `${name.replace('@modelcontextprotocol/', '')} ${NPM[name]}`,
    node,
    program: join(modules, 'node_modules', name, file),
  });
  return {
    python,
    inspector: program('@modelcontextprotocol/inspector', 'clients/launcher/build/index.js'),
    conformance: program('@modelcontextprotocol/conformance', 'dist/index.js'),
  };
}

/** Installs a client of Python alone, as `installClients` does. */
export async function installPython(kind: 'mcp' | 'fastmcp', signal: AbortSignal) {
  const name = `${kind} ${PYTHON[kind]}`;
  // A virtual environment cannot be moved: its programs name its path.
  const place = await inCache(`${kind}-${PYTHON[kind]}`, async (folder) => {
    console.error(`installing ${name} of PyPI`);
    await run('python3', ['-m', 'venv', folder], { signal });
    const pip = ['install', '--quiet', '--disable-pip-version-check', `${kind}==${PYTHON[kind]}`];
    await run(join(folder, 'bin', 'pip'), pip, { signal });
  });
  return { kind, name, python: join(place, 'bin', 'python') };
}

/** The folder `name` in the cache. `fill` fills it, unless an earlier run has done so to its end. */
async function inCache(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const cache = join(
    process.env.XDG_CACHE_HOME || join(homedir(), '.cache'),
    'memory-vault-mcp-clients',
  );
  const folder = join(cache, name);
  const complete = join(folder, 'complete');
  if (existsSync(complete)) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await fill(folder);
  writeFileSync(complete, '');
  return folder;
}
