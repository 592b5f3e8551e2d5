import { Command } from 'commander';
import { secretFinder } from '../../src/privacy/findSecrets.js';
import { linearPattern } from '../../src/privacy/patterns/linearPattern.js';
import { ownPatterns } from '../../src/privacy/privacyFilter.js';
import { digits, table } from '../../tools/table.js';
import { machine } from './machine.js';
import { UNITS } from './privacy/adversarial.js';
import { costPerNote } from './privacy/costPerNote.js';

const KIB = 1024;
const SIZES = [128, 256, 512];
const SHOWN = 15;
/** Two patterns with unbounded repetition, one of them at its beginning. */
const OWN = ['[\\w.+-]+@acme\\.example', 'ACME-\\d+'];

const find = secretFinder([ownPatterns(OWN.map(linearPattern))]);

export const program = new Command()
  .description(
    'Measure the CPU time of the privacy filter, because the machine may have other work: for texts made to be slow, by size.',
  )
  .argument(
    '[notes]',
    'NDJSON with title, content and tags: for one of these notes, too, with rules chosen by its text and with all rules',
  )
  .action(async (notes: string | undefined) => {
    console.log(machine());
    console.log(slowTexts());
    if (notes !== undefined) console.log(`\n${await costPerNote(notes)}`);
  });

function slowTexts(): string {
  const rows = UNITS.map((unit) => ({
    unit,
    seconds: SIZES.map((size) => secondsFor(unit, size * KIB)),
  })).toSorted((a, b) => (b.seconds.at(-1) ?? 0) - (a.seconds.at(-1) ?? 0));
  const ratio = (seconds: readonly number[], from: number) =>
    digits((seconds[from + 1] ?? 0) / (seconds[from] ?? 1));
  const head = ['repeated', ...SIZES.map(String)];
  return `\nSlowest ${SHOWN} of ${rows.length} texts: seconds of CPU by size in KiB, and the factor for each doubling:\n\n${table(
    [...head, `${SIZES[1]}/${SIZES[0]}`, `${SIZES[2]}/${SIZES[1]}`],
    rows
      .slice(0, SHOWN)
      .map(({ unit, seconds }) => [
        JSON.stringify(unit),
        ...seconds.map(digits),
        ratio(seconds, 0),
        ratio(seconds, 1),
      ]),
  )}`;
}

/** The best of three runs, so that compiling and collecting garbage do not count. */
function secondsFor(unit: string, size: number): number {
  const text = unit.repeat(Math.ceil(size / unit.length)).slice(0, size);
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3; run += 1) {
    const before = process.cpuUsage();
    find(text);
    best = Math.min(best, process.cpuUsage(before).user / 1e6);
  }
  return best;
}
