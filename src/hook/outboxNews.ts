import { MISTYPED } from '../connect/clientSettings.js';
import { keptAt, type Outbox } from './outbox.js';
import { isFor, type Whose } from './write.js';

/** Something that a user has to know about an outbox. */
interface Matter {
  readonly says: string;
  /** What it is about, one line a file. Once it is told, they stand in its note `told`; a further one makes it news again. */
  readonly lines: readonly string[];
}

const DAY_MS = 86_400_000;

/**
 * What there is to tell a user about an outbox: what was refused, what waits for other vaults than that of this session, what
 * could not be sent for a day, and how much had to go. Each is told once, to those whom the message reaches (`isShown`).
 */
export function outboxNews({
  outbox,
  whose,
  inVain = new Map(),
  now,
  isShown,
}: {
  readonly outbox: Outbox;
  readonly whose: Whose;
  readonly inVain?: ReadonlyMap<string, string> | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly isShown: boolean;
}): string | undefined {
  const matters = [
    ...waitingElsewhere(outbox, whose),
    ...oldestInVain(outbox, inVain, now),
    ...refused(outbox),
  ];
  const before = outbox.note('told');
  const told = new Set(before.split('\n'));
  const fresh = matters.filter(({ lines }) => lines.some((line) => !told.has(line)));
  const dropped = outbox.dropped();
  const after = matters.flatMap(({ lines }) => lines).join('\n');
  if (isShown) {
    // Where that cannot be noted, it is told again.
    outbox.change(() => {
      if (after !== before) outbox.setNote('told', after);
      if (dropped > 0) outbox.forgetDropped();
    });
  }
  const news = fresh.map(({ says }) => says);
  if (dropped > 0)
    news.push(`${dropped} older records were dropped: too many were waiting for a vault`);
  return news.length === 0 ? undefined : news.join('; ');
}

function refused(outbox: Outbox): readonly Matter[] {
  const names = outbox.refused();
  const last = names.at(-1);
  if (last === undefined) return [];
  const count = names.length === 1 ? 'a refused record' : `${names.length} refused records`;
  const says = `${outbox.folder} has ${count} (${outbox.reasonOf(last)}): read the .refused files there, then delete them`;
  return [{ says, lines: names }];
}

function waitingElsewhere(outbox: Outbox, whose: Whose): readonly Matter[] {
  const byAddress = new Map<string | undefined, string[]>();
  for (const name of outbox.unsent()) {
    const write = outbox.read(name);
    if (write === undefined || isFor(write, whose)) continue;
    byAddress.set(write.to, [...(byAddress.get(write.to) ?? []), `elsewhere ${name}`]);
  }
  return [...byAddress].map(([to, lines]) => {
    const count = lines.length === 1 ? 'a record' : `${lines.length} records`;
    return { says: `${outbox.folder} has ${count} for ${placeAt(to)}`, lines };
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

function oldestInVain(
  outbox: Outbox,
  inVain: ReadonlyMap<string, string>,
  now: number,
): readonly Matter[] {
  const [oldest] = [...inVain].sort(([a], [b]) => keptAt(a) - keptAt(b));
  if (oldest === undefined) return [];
  const [name, reason] = oldest;
  if (now - keptAt(name) < DAY_MS) return [];
  const day = new Date(keptAt(name)).toISOString().slice(0, 10);
  const says = `${outbox.folder} has a record of ${day} that could not be sent since then (${reason})`;
  return [{ says, lines: [`in vain ${name}`] }];
}
