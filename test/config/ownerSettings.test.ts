import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.js';
import { ownerPlace } from '../../src/config/sharedLogConfig.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

const URL = 'postgres://ada@db1,db2/vault';

test('the owner of a shared log is that of the command line, otherwise that of the setting', () => {
  expect(ownerPlace({ VAULT_LOG_OWNER: URL })).toMatchObject({ user: 'ada', database: 'vault' });
  expect(ownerPlace({ VAULT_LOG_OWNER: URL }, 'postgres://bob@db/other').user).toBe('bob');
  expect(() => ownerPlace({})).toThrow(/set VAULT_LOG_OWNER to postgres:/);
});

test('its password comes from a file, and no message shows one', () => {
  const file = join(temporaryDirectory(), 'password');
  writeFileSync(file, 'hush\n');
  const env = { VAULT_LOG_OWNER_PASSWORD_FILE: file };
  expect(ownerPlace(env, URL).password).toBe('hush');
  const twice = () => ownerPlace(env, 'postgres://ada:secret@db/vault');
  expect(twice).toThrow('VAULT_LOG_OWNER_PASSWORD and the URL both have a password');
  for (const wrong of ['postgres://ada:secret@db', 'mysql://ada:secret@db/vault'])
    expect(() => ownerPlace(env, wrong)).toThrow(
      /^(?!.*secret).*the URL must be that of a PostgreSQL/,
    );
});

test('a service does not take the settings of the owner for misspelt ones', () => {
  expect(readConfig({ VAULT_LOG_OWNER: URL, VAULT_LOG_OWNER_PASSWORD: 'x' }).unknown).toEqual([]);
});
