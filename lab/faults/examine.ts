import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { readyz } from '../outside/ask.js';
import type { Ledger } from '../outside/ledger.js';
import { type Reads, readAll } from '../outside/reads.js';
import { command, type StartOptions, start } from '../outside/service.js';
import { wipedTextsIn } from '../outside/wipedTexts.js';
import type { Findings } from './findings.js';
import { type Said, saidIn } from './said.js';

interface Examination extends StartOptions {
  /** The fault changed bytes of this file: then it is right that `verify` finds problems, and enough when only it does. */
  readonly damaged?: 'log' | 'views';
}

const Report = z.object({ ok: z.boolean(), problems: z.array(z.object({ kind: z.string() })) });
const BECOMES_READY_MS = 15_000;
const LOOK_MS = 100;
/** A start that refuses because events were lost names this option; the next start has it. */
const ACCEPT_LOSS = '--accept-loss';

/** Starts a vault after a fault, reads all that it promised, stops it, and verifies its files. */
export async function examine(
  directory: string,
  ledger: Ledger,
  options: Examination = {},
): Promise<Findings> {
  const service = await start(directory, options);
  const acknowledged = ledger.notes.size;
  const nothing = { acknowledged, kept: 0, lost: 0, refused: 0, wrong: [], untold: [], readyz: [] };
  if (service.state !== 'ready') {
    if (service.state === 'hangs') await service.stop('SIGKILL');
    const said = saidIn(service.output());
    if (!options.args && service.output().includes(ACCEPT_LOSS)) {
      const after = await examine(directory, ledger, { ...options, args: [ACCEPT_LOSS] });
      const toTell = ['the start was refused', ...after.toTell];
      return { ...after, toTell, said: [...said, ...after.said] };
    }
    const how = service.state === 'hangs' ? 'the start hangs' : 'the start was refused';
    return { ...nothing, refused: acknowledged, toTell: [how], said };
  }
  const { reads, ready } = await readUntilReady(service.url, ledger);
  const endedItself = service.hasEnded();
  const code = endedItself ? 0 : await service.stop('SIGTERM');
  const verified = await verify(directory);
  const isFound = options.damaged !== undefined && verified.length > 0;
  // Without the events that it lost, a log has older texts again, also forgotten ones. `loss_accepted` says so.
  const isAccepted = options.args?.includes(ACCEPT_LOSS) ?? false;
  const isExcused = isFound || isAccepted;
  const wrong = [
    ...(code === 0 ? [] : [`SIGTERM ends it with ${code}`]),
    ...(isExcused ? wrongIn(reads).filter(isFailure) : wrongIn(reads)),
    ...(isFound ? [] : verified.map(({ what }) => what)),
    ...(isAccepted ? [] : wipedTextsIn(directory, ledger)),
  ];
  const toTell = [
    ...(reads.lost > 0 ? ['notes are lost'] : []),
    ...(endedItself ? ['it ended by itself'] : []),
    ...(reads.withheld > 0 ? ['reads are refused'] : []),
    ...(isFound ? ['the file is damaged'] : []),
    ...(isExcused ? wrongIn(reads) : []),
  ];
  // Of a loss, the service itself has to tell.
  const isTold = isFound && reads.lost === 0;
  const said = [...saidIn(service.output()), ...(isTold ? verified : [])];
  return { ...nothing, kept: reads.kept, lost: reads.lost, wrong, toTell, said, readyz: ready };
}

/** Reads everything; again when the service is ready again, where it withheld something. */
async function readUntilReady(
  url: string,
  ledger: Ledger,
): Promise<{ readonly reads: Reads; readonly ready: readonly string[] }> {
  const first = await readAll(url, ledger);
  const ready = [await readyz(url)];
  if (first.withheld === 0 && first.wrong.size === 0) return { reads: first, ready };
  for (let waited = 0; waited < BECOMES_READY_MS && ready.at(-1) !== '200'; waited += LOOK_MS) {
    await sleep(LOOK_MS);
    const now = await readyz(url);
    if (now !== ready.at(-1)) ready.push(now);
  }
  const again = await readAll(url, ledger);
  // What was answered wrongly before it was ready again was still answered.
  return { reads: { ...again, wrong: new Map([...again.wrong, ...first.wrong]) }, ready };
}

/** An answer with 500: the service has noticed the damage itself. */
const isFailure = (what: string) => what.endsWith(' 500');

export const wrongIn = ({ wrong }: Reads) =>
  [...wrong].map(([what, times]) => `${times} × ${what}`);

/** The problems that `verify` finds in the files, as one message; none when all is well. */
async function verify(directory: string): Promise<readonly Said[]> {
  const { output } = await command(['verify', '--json'], directory);
  const line = output.split('\n').find((one) => one.startsWith('{"ok"'));
  if (line === undefined) return saidIn(output);
  const { ok, problems } = Report.parse(JSON.parse(line));
  const kinds = [...new Set(problems.map(({ kind }) => kind))].join(', ');
  return ok ? [] : [{ what: `verify: ${kinds}`, names: true, next: true }];
}
