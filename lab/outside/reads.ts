import { z } from 'zod';
import { inParallel } from '../../tools/notes/inParallel.js';
import { type Answered, ask } from './ask.js';
import type { Ledger } from './ledger.js';
import { spread } from './spread.js';

/** What the reads of a vault say about what it promised. */
export interface Reads {
  /** Notes that are in the log. */
  readonly kept: number;
  /** Notes that the log does not hold. */
  readonly lost: number;
  /** Reads that were refused with 503, or not answered. */
  readonly withheld: number;
  /** What must never be answered, such as `false 404`, with how often it was. */
  readonly wrong: ReadonlyMap<string, number>;
}

const Entries = z.array(
  z.object({ position: z.int(), stream: z.string(), type: z.string(), data: z.unknown() }),
);
/** In a damaged file, a bit of the name of a member may have turned over: then it is missing. */
const Exported = z.object({ id: z.string().catch(''), title: z.string().catch('') });
const Hits = z.array(Exported);
const PAGE = 1000;
/** So many notes are read and searched one by one; the export is compared as a whole. */
const SAMPLE = 60;
const AT_ONCE = 6;
/** Where so many reads are refused, the others would be as well, and each may take seconds. */
const ENOUGH = 12;

/** Reads what a ledger knows of: by id, by a search, by the export, and in the log. */
export async function readAll(url: string, ledger: Ledger): Promise<Reads> {
  const wrong = new Map<string, number>();
  let withheld = 0;
  const note = (what: string) => void wrong.set(what, (wrong.get(what) ?? 0) + 1);
  /** The text of an answer; undefined after noting why there is none. */
  const textOf = (what: string, answer: Answered | undefined): string | undefined => {
    if (answer?.status === 200) return answer.text;
    if (!answer || answer.status === 503) withheld += 1;
    else note(`${what} answers ${answer.status}`);
    return undefined;
  };

  const logged = await readLog(url, textOf);
  const isLogged = (id: string) => !logged || logged.has(id);

  const exported = textOf('export', await ask(url, 'GET', '/admin/export'));
  if (exported !== undefined) {
    const lines = exported.split('\n').filter(Boolean);
    const titles = new Map(
      lines.map((line) => Exported.parse(JSON.parse(line))).map(({ id, title }) => [id, title]),
    );
    for (const [id, allowed] of ledger.notes) {
      const title = titles.get(id);
      if (title === undefined) isLogged(id) && note('note missing in the export');
      else if (!allowed.includes(title)) note('other text in the export');
    }
    for (const id of ledger.forgotten.keys()) if (titles.has(id)) note('forgotten text exported');
  }

  const found = async (title: string) => {
    const path = `/api/v1/search?limit=100&q=${encodeURIComponent(title)}`;
    const text = textOf('search', await ask(url, 'GET', path));
    return text === undefined ? undefined : Hits.parse(JSON.parse(text)).map(({ id }) => id);
  };
  const get = (id: string) => ask(url, 'GET', `/api/v1/observations/${id}`);

  await inParallel(spread([...ledger.notes], SAMPLE), AT_ONCE, async ([id, titles]) => {
    if (withheld >= ENOUGH) return;
    const answer = await get(id);
    if (answer?.status !== 404) textOf('GET', answer);
    else if (isLogged(id)) note('false 404');
    const [title] = titles;
    if (titles.length > 1 || title === undefined || !isLogged(id)) return;
    if ((await found(title))?.includes(id) === false) note('search misses a note');
  });
  await inParallel(spread([...ledger.forgotten], SAMPLE), AT_ONCE, async ([id, { title }]) => {
    if (withheld >= ENOUGH) return;
    const answer = await get(id);
    if (answer?.status === 200) note('forgotten text readable');
    else if (answer?.status !== 404) textOf('GET', answer);
    if ((await found(title))?.includes(id)) note('forgotten text found');
  });

  const kept = logged ? [...ledger.notes.keys()].filter((id) => logged.has(id)).length : 0;
  return { kept, lost: logged ? ledger.notes.size - kept : 0, withheld, wrong };
}

/** The ids of the notes that the log holds; undefined when it could not be read. */
async function readLog(
  url: string,
  textOf: (what: string, answer: Answered | undefined) => string | undefined,
): Promise<Set<string> | undefined> {
  const ids = new Set<string>();
  for (let after = 0; ; ) {
    const answer = await ask(url, 'GET', `/admin/events?limit=${PAGE}&after=${after}`);
    const text = textOf('the log', answer);
    if (text === undefined) return undefined;
    const entries = Entries.parse(JSON.parse(text));
    for (const { type, stream } of entries) {
      const id = stream.replace('observation/', '');
      if (type === 'observation.saved') ids.add(id);
      if (type === 'observation.forgotten') ids.delete(id);
    }
    // A page of large events is shorter.
    if (entries.length === 0) return ids;
    after = entries.at(-1)?.position ?? after;
  }
}
