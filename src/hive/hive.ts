import type { HiveSettings } from '../config/hiveConfig.js';
import { hiveProject, isPaused } from '../events/hive.js';
import { projectStreamKeys, streamKey } from '../events/recorded.js';
import { type SessionForgotten, session } from '../events/session.js';
import { fold } from '../events/vaultEvent.js';
import type { EventLog, StreamReads } from '../log/eventLog.js';
import type { PrivacyFilter } from '../privacy/privacyFilter.js';
import type { Search } from '../queries/search/parse.js';
import type { SearchPage } from '../queries/search/show.js';
import { type CloudFound, cloudSearch } from './cloudSearch.js';
import type { ExportRules, KnownProject } from './exportPolicy.js';
import { hiveClient } from './hiveClient.js';
import { hashedNames, plainNames } from './hiveKey.js';
import { type HiveLedger, openHiveLedgerFor, type Refusal } from './hiveLedger.js';
import { disabledStatus, type HiveStatus } from './hiveStatus.js';
import { hiveWorker } from './hiveWorker.js';
import type { HiveTurn } from './turn.js';
import { instanceOf } from './wire.js';

/** Another instance that a vault pushes notes to and searches in. */
export interface Hive {
  start(): void;
  status(): Promise<HiveStatus>;
  /** What the hub refused, newest first. */
  refused(limit: number): readonly Refusal[];
  /** Searches here and in the hive. */
  search(local: (search: Search) => Promise<SearchPage>, search: Search): Promise<CloudFound>;
  close(): Promise<void>;
}

/** What a hive needs. */
interface HiveParts {
  readonly log: EventLog;
  /** The file of the ledger. */
  readonly ledgerFile: string;
  readonly filter: PrivacyFilter;
  /** Whose turn it is to push what a ledger lacks. */
  readonly turn: (ledger: HiveLedger) => HiveTurn;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/** A vault without a hive: nothing is opened, and nothing is sent. */
const noHive: Hive = {
  start() {},
  status: async () => disabledStatus('VAULT_HIVE_URL is not set'),
  refused: () => [],
  search: (local, search) => cloudSearch(local, undefined, search),
  async close() {},
};

/** Opens the hive of a vault, which does nothing until it is started; without settings there is none. */
export async function openHive(
  settings: HiveSettings | undefined,
  parts: HiveParts,
): Promise<Hive> {
  if (!settings) return noHive;
  const { log, filter, now, onError } = parts;
  const { url, key, interval } = settings;
  const ledger = await openHiveLedgerFor({ file: parts.ledgerFile, log, ...subjectOf(settings) });
  const rules = rulesOf(settings, log, filter);
  // Asked for each time: an empty log has no instance yet. Its first event gives it one, before there is anything to push.
  const instance = () => instanceOf(log);
  const client = hiveClient({ url, key, instance, now });
  const worker = hiveWorker({
    log,
    ledger,
    turn: parts.turn(ledger),
    rules,
    client,
    interval,
    now,
    onError,
    random: Math.random,
  });
  log.onGrown(worker.nudge);
  return {
    ...worker,
    refused: ledger.refusals,
    async search(local, search) {
      const cloud = { client, filter, names: rules.names, instance: await instance() };
      return cloudSearch(local, cloud, search);
    },
  };
}

/** The hub and the types that a ledger is about. The address is kept as a digest, since it may show who works with whom. */
export function subjectOf({ url, types }: HiveSettings) {
  return { hub: streamKey(url), choice: [...types].sort().join() };
}

/** The export rules by settings. Whether a project is paused, and that of a session, are read from the log itself. */
export function rulesOf(
  { key, names, types }: HiveSettings,
  log: StreamReads,
  filter: PrivacyFilter,
): ExportRules {
  return {
    types,
    filter,
    names: names ? plainNames(filter) : hashedNames(key),
    async isPaused(keys) {
      const lasts = keys.map(async (key) => {
        const events = await log.readStream(`${hiveProject.name}/${key}`, { only: 'last' });
        return fold(hiveProject, events);
      });
      const [newest] = (await Promise.all(lasts)).sort(
        (a, b) => (b?.position ?? 0) - (a?.position ?? 0),
      );
      return isPaused(newest);
    },
    async projectOf(session_id) {
      const events = await log.readStream(`${session.name}/${session_id}`);
      const last = events.at(-1);
      if (last?.type === 'session.forgotten') return { keys: keysOf(last.data), name: undefined };
      const name = fold(session, events)?.started.project;
      return name === undefined ? undefined : { keys: projectStreamKeys(name), name };
    },
  };
}

function keysOf({ project_key, earlier_key }: SessionForgotten): KnownProject['keys'] {
  return earlier_key === undefined ? [project_key] : [project_key, earlier_key];
}
