import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { nodeFolder } from '../../scripts/nodeFolder.mjs';

/** What a program printed, and whether it ended with 0. */
export interface Ended {
  readonly ok: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

/** A Node of another version, with the npm that runs this. */
export interface OtherNode {
  readonly major: number;
  /** Runs a script to its end, in a folder. */
  run(folder: string, args: readonly string[], env?: NodeJS.ProcessEnv): Promise<Ended>;
  /** The same, with its standard output. Throws all that it printed when it fails. */
  must(folder: string, args: readonly string[], env?: NodeJS.ProcessEnv): Promise<string>;
  /** Starts a script and shows what it prints. It ends with this process at the latest, and so does what it starts. */
  start(folder: string, args: readonly string[], env?: NodeJS.ProcessEnv): ChildProcess;
}

/** What a machine needs to reach a registry: nothing else of this run's npm is meant for those that are started here. */
const KEPT = /^npm_config_(registry|userconfig|cafile|proxy|https_proxy|noproxy|nodedir)$/;

/** The scripts of the npm that runs this: `npm-cli.js` and `npx-cli.js`. */
export function npmScript(name: 'npm' | 'npx'): string {
  const { npm_execpath: npm } = process.env;
  if (npm === undefined) throw new Error('start this with npm: npm run lab -- nodes');
  return join(npm, '..', `${name}-cli.js`);
}

/** Installs the Node unless it is there. */
export function otherNode(major: number): OtherNode {
  const folder = nodeFolder(major);
  const node = join(folder, 'node');
  const base = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => KEPT.test(name) || !/^(npm_|VAULT_(?!NOTES$)|NODE_OPTIONS$)/.test(name),
    ),
  );
  const environment = (env: NodeJS.ProcessEnv) => {
    const all = { ...base, ...env };
    return { ...all, PATH: `${folder}:${all.PATH}` };
  };
  const run: OtherNode['run'] = async (cwd, args, env = {}) => {
    const options = { cwd, env: environment(env), maxBuffer: 2 ** 28 };
    try {
      return { ok: true, ...(await promisify(execFile)(node, args, options)) };
    } catch (error) {
      // `execFile` rejects with what the program printed until its end.
      const { stdout = '', stderr = String(error) } = error as Partial<Ended>;
      return { ok: false, stdout, stderr };
    }
  };
  return {
    major,
    run,
    async must(cwd, args, env) {
      const { ok, stdout, stderr } = await run(cwd, args, env);
      if (!ok) throw new Error(`Node ${major}: ${args.join(' ')} failed:\n${stdout}${stderr}`);
      return stdout;
    },
    start(cwd, args, env = {}) {
      const stdio = ['ignore', 'inherit', 'inherit'] as const;
      // In a process group of its own, because npx starts the service through a shell.
      const child = spawn(node, args, {
        cwd,
        env: environment(env),
        detached: true,
        stdio: [...stdio],
      });
      process.once('exit', () => endGroup(child));
      return child;
    },
  };
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All of it has ended.
  }
}
