/**
 * The settings of programs that talk to a service, such as `memory-vault mcp`, with default and meaning. They also read
 * VAULT_DATA_DIR, VAULT_HOST and VAULT_PORT.
 */
export const CLIENT_SETTINGS = {
  VAULT_URL: [
    'the service of the data directory, which is started when none runs',
    'address of a service elsewhere, such as https://vault.example',
  ],
  VAULT_BEARER_TOKEN: [
    'none',
    "session token of a member, or the owner's key, sent as a Bearer token",
  ],
  VAULT_PROJECT: ['found from the current directory', 'name of the project'],
} as const satisfies Record<`VAULT_${string}`, readonly [string, string]>;

/** True for the name of a setting that only such programs read. */
export function isClientSetting(name: string): boolean {
  return name === 'VAULT_BEARER_TOKEN_FILE' || Object.hasOwn(CLIENT_SETTINGS, name);
}
