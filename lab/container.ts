import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { createClient, VaultError } from 'memory-vault-client';
import { SERVICE_FLAGS } from '../src/config/nodeFlags.js';
import { VERSION } from '../src/config/version.js';
import { type ContainerEngine, containerEngine } from './container/containerEngine.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const NAME = `memory-vault-try-${process.pid}`;
const IMAGE = 'memory-vault:try';
/** What the docs recommend. `NET_BIND_SERVICE` and the like are not needed. */
const HARDENED = ['--read-only', '--cap-drop=ALL', '--security-opt=no-new-privileges'];
const LOOKS = 120;

export const program = new Command()
  .description(
    'Build the image and try what docs/deploy.md promises of it. Without a container engine, say so and fail.',
  )
  .option('--if-engine', 'succeed where there is no container engine', false)
  .action(async ({ ifEngine }: { readonly ifEngine: boolean }) => {
    const engine = containerEngine();
    if (engine) return tryImage(engine);
    console.log('container: not run: no engine (neither docker nor podman answers to `info`)');
    process.exitCode = ifEngine ? 0 : 1;
  });

async function tryImage(engine: ContainerEngine): Promise<void> {
  const revision = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' });
  const labels = [`VERSION=${VERSION}`, `REVISION=${revision.trim()}`];
  engine.show('build', ...labels.flatMap((label) => ['--build-arg', label]), '-t', IMAGE, ROOT);
  // Podman would give a read-only container writable directories for temporary files, which Docker does not.
  const podman = engine.run('--version').includes('podman') ? ['--read-only-tmpfs=false'] : [];
  try {
    engine.run(
      'run',
      '-d',
      '--name',
      NAME,
      ...HARDENED,
      ...podman,
      '-p',
      '127.0.0.1::7437',
      '-v',
      `${NAME}:/data`,
      IMAGE,
    );
    await untilHealthy(engine);
    say('is healthy on a read-only root file system, without capabilities');
    assert.equal(engine.run('exec', NAME, 'id', '-u'), '1000');
    assert.throws(() => engine.run('exec', NAME, 'touch', '/app/x'), /Read-only file system/);
    const words = engine.run('exec', NAME, 'cat', '/proc/1/cmdline').split('\0');
    assert.deepEqual(words.slice(0, 4), ['node', ...SERVICE_FLAGS, '/app/dist/cli.js', 'serve']);
    say('runs Node as process 1 and user 1000');

    await assert.rejects(save(engine, undefined), VaultError);
    const adminKey = engine.run('exec', NAME, 'cat', '/data/admin.key');
    const id = await save(engine, adminKey);
    say('can be reached from outside, and asks who it is');
    assert.match(engine.run('exec', NAME, 'memory-vault', 'verify'), /ok/i);
    say('runs the commands of memory-vault inside');

    engine.run('stop', '--time', '10', NAME);
    // After 10 s, the engine would have killed it: 137.
    assert.equal(engine.run('inspect', '--format', '{{.State.ExitCode}}', NAME), '0');
    say('ends within 10 s of SIGTERM, with exit code 0');
    engine.run('start', NAME);
    await untilHealthy(engine);
    const vault = createClient({ url: urlOf(engine), adminKey });
    const kept = await vault.GET('/api/v1/observations/{id}', { params: { path: { id } } });
    assert.equal(kept.data.content, 'kept');
    say('has the note after another start');
  } catch (error) {
    console.error(`container: ${engine.name} logs ${NAME}:`);
    engine.show('logs', NAME);
    throw error;
  } finally {
    engine.run('rm', '-f', NAME);
    engine.run('volume', 'rm', '-f', NAME);
  }
}

async function untilHealthy(engine: ContainerEngine): Promise<void> {
  for (let look = 0; look < LOOKS; look++) {
    if (engine.isHealthy(NAME)) return;
    await sleep(500);
  }
  throw new Error(`${NAME} did not become healthy`);
}

/** Saves a note as a caller outside the container and gives its id. */
async function save(engine: ContainerEngine, adminKey: string | undefined): Promise<string> {
  const vault = createClient({ url: urlOf(engine), adminKey });
  const note = {
    project: 'p',
    type: 'decision',
    title: 't',
    content: 'kept',
    author: 'a',
  } as const;
  const { data } = await vault.POST('/api/v1/observations', { body: note });
  assert('id' in data);
  return data.id;
}

/** The port is another one after each start. */
function urlOf(engine: ContainerEngine): string {
  return `http://${engine.run('port', NAME, '7437').split('\n')[0]}`;
}

function say(what: string): void {
  console.log(`container: it ${what}`);
}
