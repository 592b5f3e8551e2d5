import { execFileSync } from 'node:child_process';

/** Docker, or a program with the same commands. */
export interface ContainerEngine {
  readonly name: string;
  /** Runs a command and gives what it printed, trimmed. Throws with its error output when it fails. */
  run(...args: readonly string[]): string;
  /** The same, with its output on the terminal. */
  show(...args: readonly string[]): void;
  /** Whether the health check that the image declares succeeds now. */
  isHealthy(container: string): boolean;
}

/** The engine that CONTAINER_ENGINE names, else `docker` or `podman`; undefined where none of them answers. */
export function containerEngine(named = process.env.CONTAINER_ENGINE): ContainerEngine | undefined {
  const names = named ? [named] : ['docker', 'podman'];
  // A client without its service answers `--version`, but not `info`.
  return names.map(engineOf).find(({ run }) => succeeds(() => run('info')));
}

function engineOf(name: string): ContainerEngine {
  const run = (...args: readonly string[]) =>
    execFileSync(name, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
  return {
    name,
    run,
    show: (...args) => void execFileSync(name, args, { stdio: ['ignore', 2, 2] }),
    isHealthy(container) {
      // Podman has timers of systemd run the check. Where there are none, it has to be asked for it.
      if (run('--version').includes('podman')) {
        return succeeds(() => run('healthcheck', 'run', container));
      }
      return run('inspect', '--format', '{{.State.Health.Status}}', container) === 'healthy';
    },
  };
}

function succeeds(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}
