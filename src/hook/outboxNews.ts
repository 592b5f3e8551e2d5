import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MISTYPED } from '../connect/clientSettings.js';
import { readSmallFile } from '../connect/readSmallFile.js';
import type { Sent } from './delivery.js';
import { changed, keptAt, type Spool } from './outbox.js';
import { isFor, type Whose } from './write.js';

/** Something that a user has to know about a spool. */
interface Matter {
  readonly says: string;
  /** What it is about, one line a file. Once it is told, they stand in `told` in the spool; a further one makes it news again. */
  readonly lines: readonly string[];
}

const DAY_MS = 86_400_000;

/**
 * What there is to tell a user about a spool: what was refused, what waits for other vaults than that of this session, what
 * could not be sent for a day, and how much had to go. Each is told once, to those whom the message reaches (`isShown`).
 */
export function spoolNews({
  spool,
  whose,
  inVain = new Map(),
  now,
  isShown,
}: {
  readonly spool: Spool;
  readonly whose: Whose;
  readonly inVain?: Sent['inVain'] | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly isShown: boolean;
}): string | undefined {
  const matters = [
    ...waitingElsewhere(spool, whose),
    ...oldestInVain(spool, inVain, now),
    ...refused(spool),
  ];
  const before = readSmallFile(toldIn(spool)) ?? '';
  const told = new Set(before.split('\n'));
  const fresh = matters.filter(({ lines }) => lines.some((line) => !told.has(line)));
  const dropped = spool.dropped();
  const after = matters.flatMap(({ lines }) => lines).join('\n');
  if (isShown) {
    // Where that cannot be noted, it is told again.
    changed(spool, () => {
      if (after !== before) writeFileSync(toldIn(spool), after, { mode: 0o600 });
      if (dropped > 0) spool.forgetDropped();
    });
  }
  const news = fresh.map(({ says }) => says);
  if (dropped > 0) news.push(`${dropped} older records had to go: too much waited for a vault`);
  return news.length === 0 ? undefined : news.join('; ');
}

const toldIn = ({ folder }: Spool) => join(folder, 'told');

function refused(spool: Spool): readonly Matter[] {
  const names = spool.refused();
  const last = names.at(-1);
  if (last === undefined) return [];
  const count = names.length === 1 ? 'a refused record' : `${names.length} refused records`;
  const says = `${spool.folder} holds ${count} (${spool.reasonOf(last)}): read and delete the .refused files there`;
  return [{ says, lines: names }];
}

function waitingElsewhere(spool: Spool, whose: Whose): readonly Matter[] {
  const byAddress = new Map<string | undefined, string[]>();
  for (const name of spool.names()) {
    const write = spool.read(name);
    if (write === undefined || isFor(write, whose)) continue;
    byAddress.set(write.to, [...(byAddress.get(write.to) ?? []), `elsewhere ${name}`]);
  }
  return [...byAddress].map(([to, lines]) => {
    const count = lines.length === 1 ? 'a record' : `${lines.length} records`;
    return { says: `${spool.folder} holds ${count} for ${placeAt(to)}`, lines };
  });
}

/** Which vault was meant, and what sends to it. */
function placeAt(to: string | undefined): string {
  const start = 'to send, start a session';
  if (to === undefined)
    return `the vault of this directory: ${start} without VAULT_URL and VAULT_PORT`;
  if (to === MISTYPED) return `${to}: ${start} in the same project with VAULT_URL or VAULT_PORT`;
  return `${to}: ${start} with VAULT_URL=${to}`;
}

function oldestInVain(spool: Spool, inVain: Sent['inVain'], now: number): readonly Matter[] {
  const [oldest] = [...inVain].sort(([a], [b]) => keptAt(a) - keptAt(b));
  if (oldest === undefined) return [];
  const [name, reason] = oldest;
  if (now - keptAt(name) < DAY_MS) return [];
  const day = new Date(keptAt(name)).toISOString().slice(0, 10);
  const says = `${spool.folder} holds what was recorded on ${day} and could not be sent since (${reason})`;
  return [{ says, lines: [`in vain ${name}`] }];
}
