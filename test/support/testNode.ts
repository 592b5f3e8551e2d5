import { onTestFinished } from 'vitest';
import type { App, AppOptions } from '../../src/app/app.js';
import { openApp } from '../../src/app/openApp.js';
import { newSigningKey } from '../../src/proof/signingKey.js';
import { type Client, testClient } from './client.js';
import { ADMIN } from './notes.js';
import { testConfig } from './testApp.js';

/** A vault that is one of the nodes of a shared log, and its API. */
export interface TestNode extends Client {
  readonly app: App;
  /** Closes it, so that another one can be opened on its directory. */
  stop(): Promise<void>;
}

const CHECKPOINT_KEY = newSigningKey('memory-vault/nodes');

/** Opens a node of the shared log at an address; closed after the test. */
export async function testNode(
  url: string,
  name: string,
  env: Record<string, string> = {},
  options: AppOptions = {},
): Promise<TestNode> {
  const config = testConfig({
    VAULT_LOG: url,
    VAULT_NODE: name,
    VAULT_LOG_DURABILITY: 'managed',
    // A busy machine is no reason to refuse a read.
    VAULT_MAX_LAG: '1h',
    VAULT_TOKEN_SECRET: 'the token secret of all nodes',
    VAULT_CHECKPOINT_KEY: CHECKPOINT_KEY,
    ...env,
  });
  const app = await openApp(config, options);
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= app.close();
    return stopped;
  };
  onTestFinished(stop);
  return { app, stop, ...(await testClient(app)) };
}

/** Those of some paths whose answers of a node, to its owner, hold a text. */
export async function pathsWith(
  node: TestNode,
  paths: readonly string[],
  text: string,
): Promise<readonly string[]> {
  const bodies = await Promise.all(
    paths.map(async (path) => (await node.call('GET', path, { headers: ADMIN })).body),
  );
  return paths.filter((_, i) => bodies[i]?.includes(text));
}
