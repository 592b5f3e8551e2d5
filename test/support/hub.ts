import { join } from 'node:path';
import type { App } from '../../src/app/app.js';
import type { HiveSettings } from '../../src/config/hiveConfig.js';
import type { ObservationType } from '../../src/domain/observation.js';
import { rulesOf, subjectOf } from '../../src/hive/hive.js';
import { type HiveClient, hiveClient } from '../../src/hive/hiveClient.js';
import { type HiveLedger, openHiveLedgerFor } from '../../src/hive/hiveLedger.js';
import { pushBatch } from '../../src/hive/pushBatch.js';
import { instanceOf } from '../../src/hive/wire.js';
import { type Client, testClient } from './client.js';
import { ADMIN } from './notes.js';
import { NOW, testApp } from './testApp.js';

export const HIVE_KEY = 'the-key-of-the-test-hive';
export const HIVE = { 'x-hive-key': HIVE_KEY } as const;

const TYPES: readonly ObservationType[] = [
  'decision',
  'pattern',
  'learning',
  'antipattern',
  'discovery',
];

/** A vault that others use as their hub, on a real socket. */
export interface Hub {
  readonly app: App;
  readonly client: Client;
  readonly url: string;
}

export async function startHub(env: Record<string, string> = {}): Promise<Hub> {
  const app = await testApp({ VAULT_HIVE_INGEST_KEY: HIVE_KEY, ...env });
  const client = await testClient(app);
  const url = await client.server.listen({ port: 0, host: '127.0.0.1' });
  return { app, client, url };
}

/** The settings of a vault whose hub is at `url`. */
export function settingsFor(url: string, changed: Partial<HiveSettings> = {}): HiveSettings {
  return { url, key: HIVE_KEY, interval: 60_000, types: TYPES, names: false, ...changed };
}

/** Manual control of the pushes of a vault, which pushes nothing on its own. */
export interface Pusher {
  /** Pushes until nothing is left. Returns the batches that the hub received. */
  pushAll(): Promise<void>;
  readonly client: HiveClient;
  readonly ledger: HiveLedger;
  status(): { cursor: number; pushed: number; refused: number };
  close(): void;
}

export async function pusher(
  app: App,
  url: string,
  more: Partial<HiveSettings> & { wrap?: (client: HiveClient) => HiveClient } = {},
): Promise<Pusher> {
  const { wrap = (client) => client, ...changed } = more;
  const settings = settingsFor(url, changed);
  const { log, filter } = app;
  const file = join(app.config.dataDir, 'hive.db');
  const ledger = await openHiveLedgerFor({ file, log, ...subjectOf(settings) });
  const rules = rulesOf(settings, log, filter);
  const now = () => NOW;
  const client = wrap(
    hiveClient({ url: settings.url, key: settings.key, instance: () => instanceOf(log), now }),
  );
  return {
    client,
    ledger,
    async pushAll() {
      while ((await pushBatch({ log, ledger, rules, client, now }, AbortSignal.any([]))).more);
    },
    status: () => ({ ...ledger.state(), refused: ledger.refused() }),
    close: () => ledger.close(),
  };
}

/** The notes that a hub has received, newest first. */
export async function received({ client }: Pick<Hub, 'client'>): Promise<Received[]> {
  const response = await client.call('GET', '/v1/search?limit=500&q=note', { headers: HIVE });
  return response.json();
}
type Received = Record<string, unknown> & { origin: { instance: string; id: string } };

/** What the owner of a hub gets for a new member. */
export interface IssuedKey {
  readonly id: string;
  readonly name: string;
  readonly key: string;
  readonly origin: string | null;
  readonly created_at: string;
}

/** Issues a key of its own to a member of the hive, as the owner of the hub. */
export async function issueKey(
  { client }: Pick<Hub, 'client'>,
  payload: { readonly name: string; readonly origin?: string },
): Promise<IssuedKey> {
  const answer = await client.call('POST', '/admin/hive/members', { payload, headers: ADMIN });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json();
}

export const HIVE_NOTE = '01KA5ZJ3M4T6V8X0Y2Z4A6C8E0';

/** A message of another vault about one of its notes, with its position in the log of that vault. */
export const hiveItem = (position: number, note: object | null = {}, id = HIVE_NOTE) => ({
  event: `01KA5ZJ3M4T6V8X0Y2Z4A6C8${String(position).padStart(2, '0')}`,
  id,
  at: 1_700_000_000_000 + position,
  position,
  note: note && {
    title: 'A note',
    content: `note at ${position}`,
    type: 'decision',
    created_at: '2026-01-05T10:00:00Z',
    ...note,
  },
});
