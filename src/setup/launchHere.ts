import { homedir, tmpdir } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';
import { dataDirOf } from '../config/dataDir.js';
import { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Launch, PASSED_ON } from './launch.js';

/** Settings that lead to a vault, and their defaults. */
const DEFAULTS: Readonly<Record<Exclude<(typeof PASSED_ON)[number], 'VAULT_DATA_DIR'>, string>> = {
  VAULT_HOST: '127.0.0.1',
  VAULT_PORT: '7437',
  VAULT_URL: '',
  VAULT_BEARER_TOKEN_FILE: '',
};

/** How agents start this installation, with the settings in `env` that lead to another vault than the default one. */
export function launchHere(
  env: NodeJS.ProcessEnv,
  { node, cli, passive }: Pick<Launch, 'node' | 'cli' | 'passive'>,
): Launch {
  const dataDir = dataDirOf(env);
  const isDefault = dataDir === join(homedir(), '.local', 'share', 'memory-vault');
  const others = Object.entries(DEFAULTS).flatMap(([name, byDefault]) => {
    const value = env[name];
    if (!value || value === byDefault) return [];
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
