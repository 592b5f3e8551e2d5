import { homedir, tmpdir } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';
import { dataDirOf } from '../config/dataDir.js';
import { Diagnostic } from '../diagnostics/diagnostic.js';
import { type Launch, PASSED_ON } from './launch.js';

/**
 * How agents start this installation, with the settings in `env` that lead to a vault. One that is set to its default is passed
 * on, too: with VAULT_PORT, whatever vault is there is meant.
 */
export function launchHere(
  env: NodeJS.ProcessEnv,
  { node, cli, passive }: Pick<Launch, 'node' | 'cli' | 'passive'>,
): Launch {
  const dataDir = dataDirOf(env);
  const isDefault = dataDir === join(homedir(), '.local', 'share', 'memory-vault');
  const others = PASSED_ON.flatMap((name) => {
    const value = env[name];
    if (!value || name === 'VAULT_DATA_DIR') return [];
    return [[name, name === 'VAULT_BEARER_TOKEN_FILE' ? resolve(value) : value] as const];
  });
  const settings = {
    ...(!isDefault && { VAULT_DATA_DIR: dataDir }),
    ...Object.fromEntries(others),
  };
  for (const [name, value] of Object.entries({ ...settings, node, cli })) {
    if (/[\p{Cc}\p{Cs}]/u.test(value))
      throw new Diagnostic(
        'setting_wrong',
        `${name} has a line break or another control character`,
      );
  }
  return { node, cli, hook: join(dirname(cli), 'hook.js'), settings, passive };
}

/** What may go wrong later with what is written now, one sentence each. */
export function warningsAbout({ cli }: Launch, env: NodeJS.ProcessEnv): readonly string[] {
  const isTemporary =
    /[/\\]_npx[/\\]/.test(cli) || resolve(cli).startsWith(resolve(tmpdir()) + sep);
  return [
    ...(isTemporary
      ? [
          `${cli} is in a temporary place, and agents will not find it when that is cleared. Install Memory Vault for good ` +
            '(npm install -g with the tarball of npm pack), and run setup again.',
        ]
      : []),
    ...(env.VAULT_BEARER_TOKEN
      ? [
          'VAULT_BEARER_TOKEN is not written into any file. Write the token into a file that only you can read, set VAULT_BEARER_TOKEN_FILE ' +
            'to its path, and run setup again; or set VAULT_BEARER_TOKEN where you start the agent.',
        ]
      : []),
  ];
}
