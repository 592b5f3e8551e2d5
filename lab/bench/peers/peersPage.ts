import { markdownTable } from '../../../tools/markdownTable.js';
import type { Grid } from '../report/grid.js';
import { type Found, PEERS } from './findPeers.js';
import type { Measurements } from './peerFigure.js';
import { commitLine, peersTable, ratioTable, refusalTable } from './peersTable.js';

/** A run of the comparison: all that its page is made from. */
export interface Comparison {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** The machine, in a few lines. */
  readonly machine: string;
  /** The programs, ours first. */
  readonly found: readonly Found[];
  /** Number of real notes. */
  readonly notes: number;
  readonly measured: Measurements;
}

/** The page of a comparison, in Markdown. */
export function peersPage({ date, machine, found, notes, measured }: Comparison): string {
  const names = found.map(({ peer }) => peer.name);
  const refused = refusalTable(measured.refusals);
  const parts = [
    '# Beside other programs',
    `\`npm run lab -- bench:peers\` measured all of this on ${date} and wrote this page: do not edit it. Each program ran in its ` +
      'own process, was asked over its own HTTP API by the same client on the same machine, and had a new directory. They ' +
      'took turns, three rounds for each line; figures are medians. Absolute figures depend on the machine, above all if ' +
      'it is shared: compare the ratios.',
    `\`\`\`\n${machine}\n\`\`\``,
    markdown(peersTable(names, measured)),
    'A save that is refused is no save, and neither is one that is answered with success and of which there is no note. ' +
      'Saves are of notes of 500 bytes, made from sentences of real notes, each different, in work sessions. What is ' +
      `searched are ${notes.toLocaleString('en')} real notes as they are, each with its number, so that no two are equal. ` +
      'The rates of searches are those of a mix that every program answers: words, questions, phrases, prefixes, hashes, in ' +
      'all projects and in one. What one of them refuses is left out for all of them. CPU is that of all threads of the ' +
      'process until it has nothing left to do; written is what the kernel counts for the process, including what it has ' +
      'not yet put on the disk; memory is the resident set; disk is all files of the data directory after the end.',
    '## Ours to theirs',
    markdown(ratioTable(names, measured)),
    '## What each promises',
    ...found.map(({ peer, built }) => {
      const commits = commitLine(peer.name, measured);
      return `**${peer.name}** (${built}). ${peer.promise}${commits} ${peer.remark}`;
    }),
    ...(refused ? ['## What was refused', markdown(refused)] : []),
    '## Doing it again',
    'Build the programs from clones of their repositories, so that each says which commit it was built from, and name ' +
      'their paths. A program that is neither named nor on the PATH is left out.',
    `\`\`\`\n${recipe()}\n\`\`\``,
  ];
  return `${parts.join('\n\n')}\n`;
}

const markdown = ({ head, rows }: Grid) => markdownTable(head, rows);

function recipe(): string {
  const programs = PEERS.flatMap(({ program }) => (program ? [program] : []));
  const builds = programs.map(({ name, source, main }) => {
    const [, folder] = source.split('/');
    return `git clone https://github.com/${source} && (cd ${folder} && go build -o ../bin/${name} ${main})`;
  });
  const named = programs.map(({ variable, name }) => `${variable}=bin/${name}`).join(' ');
  return [...builds, `VAULT_NOTES=notes.ndjson ${named} npm run lab -- bench:peers`].join('\n');
}
