import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { readConfig } from '../../src/config/config.js';
import { imageEnvironment } from './imageEnvironment.js';

const ROOT = new URL('../../', import.meta.url);
const DOMAIN = 'vault.example.org';

const Compose = z.object({
  services: z.object({
    vault: z.object({
      environment: z.record(z.string(), z.string()),
      secrets: z.array(z.string()),
    }),
    proxy: z.object({
      volumes: z.array(z.string()),
      networks: z.object({ inside: z.object({ ipv4_address: z.string() }) }),
    }),
  }),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
});

const text = readFileSync(new URL('compose.yaml', ROOT), 'utf8');
const { services, secrets } = Compose.parse(
  parse(text.replaceAll(/\$\{VAULT_DOMAIN(:\?[^}]*)?\}/g, DOMAIN)),
);

test('the vault knows its name and trusts the proxy alone', () => {
  const { VAULT_ADMIN_KEY_FILE: _, ...environment } = services.vault.environment;
  const config = readConfig({ ...imageEnvironment(), ...environment });
  expect(config.unknown).toEqual([]);
  expect(config.auth).toBe('session');
  expect(config.allowedHosts).toEqual([{ name: DOMAIN, port: undefined }]);
  expect(config.trustProxy).toEqual([services.proxy.networks.inside.ipv4_address]);
});

test('the admin key comes from a secret, and git ignores its file', () => {
  const { VAULT_ADMIN_KEY_FILE: file = '' } = services.vault.environment;
  const name = file.replace('/run/secrets/', '');
  expect(services.vault.secrets).toEqual([name]);
  const ignored = readFileSync(new URL('.gitignore', ROOT), 'utf8').split('\n');
  expect(ignored).toContain(secrets[name]?.file.replace('./', '/'));
});

test('what the proxy reads is there', () => {
  const files = services.proxy.volumes
    .map((volume) => volume.split(':')[0] ?? '')
    .filter((source) => source.startsWith('.'));
  expect(files).toEqual(['./deploy/Caddyfile']);
  for (const file of files) expect(existsSync(new URL(file, ROOT))).toBe(true);
});
