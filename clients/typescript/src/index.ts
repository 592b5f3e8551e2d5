// What the package offers.
export { type Answer, type Calls, type ClientOptions, createCalls } from './createCalls.js';
export { createClient, type VaultClient } from './createClient.js';
export type { Archive } from './exportArchive.js';
export type { Forgotten } from './followEvents.js';
export type * from './openapi.js';
export type { Clock, RetryOptions, Wait } from './retry.js';
export { VaultError } from './vaultError.js';
