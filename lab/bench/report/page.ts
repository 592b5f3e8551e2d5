import { markdownTable } from '../../../tools/markdownTable.js';
import type { Results, TableName } from '../parts/part.js';
import { SECONDS } from '../parts/saves.js';
import { CROWD, CROWD_SECONDS, ENOUGH } from '../parts/searches.js';
import { PEERS } from '../peers/findPeers.js';
import type { Grid } from './grid.js';

/** A run of the benchmark: all that the page is made from. */
export interface Run extends Results {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** The machine, in a few lines. */
  readonly machine: string;
  readonly quick: boolean;
  /** The names of the programs that were there, and what each was built from. */
  readonly programs: readonly { readonly name: string; readonly built: string }[];
  /** A line for each program that was not there. */
  readonly missing: readonly string[];
}

interface Section {
  readonly table: TableName;
  readonly title: string;
  /** What is measured, and what the rows and columns mean. */
  readonly text: string;
}

const SECTIONS: readonly Section[] = [
  {
    table: 'hooks',
    title: 'A hook',
    text:
      'An agent runs a small program of Memory Vault, a hook, when its session starts, when its user sends a prompt and when it acts, and ' +
      'waits for its end. These are the times in milliseconds from its start to its end, with a running vault and with none. No hook ' +
      'written for Node is faster than `node -e 0`, a Node that does nothing. *p90* is the time that nine of ten took at most.',
  },
  {
    table: 'saves',
    title: 'A save',
    text:
      `Clients send notes of 500 bytes, each different, one after the other, for ${SECONDS} seconds: over 1, 16 or 64 connections at the same ` +
      'time. Memory Vault answers when the note is on the disk, synced; the peers answer before (see below). Two columns are the floor of ' +
      'this machine: *no-op* is the HTTP server of Memory Vault, with all checks, that then stores nothing, and *synced append* is a ' +
      'file to which 4 KiB are appended and synced. *Our rate to theirs* is 2 where Memory Vault saves twice as many notes in the same ' +
      'time. A save that is refused, or that is answered and then not there, does not count.',
  },
  {
    table: 'searches',
    title: 'A search',
    text:
      'First one search at a time, the kinds in turn: what half of the searches took at most, and after a slash what all but one in a ' +
      `hundred took, where there were ${ENOUGH} or more. A row is what is searched for, or where: in all projects, in one of the small ones, ` +
      'or in the one with most notes. The words come from notes of the vault, so there is something to find. A whole question is ' +
      'a sentence of nine words or more. Who finds nothing answers fast, so the table says how many of the answers hold a note. Then ' +
      `${CROWD} connections search at the same time, for what every program reads in the same way: rare words, common ones, and three words of a note.`,
  },
  {
    table: 'context',
    title: 'The context of a project',
    text:
      'What a program gives an agent that begins to work on a project, which is above all its newest notes: one request at a time, for ' +
      'one project after the other. The floor is a request to the same program that reads no note.',
  },
  {
    table: 'start',
    title: 'A start',
    text: 'From the start of the process to its first answer that it is ready, over the notes of its column.',
  },
  {
    table: 'memory',
    title: 'Memory',
    text:
      'The resident set (RSS) of the process: ready, after the notes of its column were saved over HTTP, after searches over ' +
      `${CROWD} connections for ${2 * CROWD_SECONDS} seconds, and after two minutes of nothing.`,
  },
  {
    table: 'disk',
    title: 'Disk',
    text:
      'Bytes for each note after the program has ended: title and content as they were sent, all files of the program, and the two ' +
      'largest of Memory Vault. Notes of different columns differ in length where the first row does.',
  },
];

/** The page of a run, in Markdown. */
export function page(run: Run): string {
  const { date, machine, quick, programs, missing, tables, refused } = run;
  const sections = SECTIONS.flatMap(({ table, title, text }) => {
    const measured = tables[table];
    return measured ? [`## ${title}`, text, markdown(measured)] : [];
  });
  const parts = [
    '# Performance',
    `\`npm run lab -- bench${quick ? ' --quick' : ''}\` measured all of this in one run on ${date}, and wrote this page: do not edit it.` +
      `${quick ? ' It was a short run, which only shows that everything works.' : ''}`,
    `\`\`\`\n${machine}\n\`\`\``,
    'Each program ran as its users run it, in a directory of its own, and the same client asked it over its own HTTP API on this machine. They ' +
      'took turns: in each round every program was measured once, and a figure is the median of the rounds. *p50* is the time that half of ' +
      'the requests took at most, *p99* the time that all but one in a hundred took. *CPU* is the time that all threads of a ' +
      'program worked for one request, also after its answer. A dash was not measured, or is no figure. Times depend on the machine, above all ' +
      'if it has other work: compare the columns of a row.',
    ...missing,
    ...sections,
    '## What the programs promise',
    ...programs.flatMap(({ name, built }) =>
      PEERS.filter((peer) => peer.name === name).map(
        ({ promise, remark }) => `**${name}** (${built}). ${promise} ${remark}`,
      ),
    ),
    ...(refused.length > 0
      ? [
          'What was refused:',
          markdown({ head: ['', 'during', 'refused with', 'times'], rows: refused }),
        ]
      : []),
    '## Doing it again',
    'Build the peers in clones of their repositories, so that each says which commit it was built from, and name their paths. The ' +
      'notes of the columns with 16,000 are those of a file with one JSON object a line; if it has fewer, the rest is made of its sentences, ' +
      'as are the notes of the saves and of the large vault. Use Node 24 and a machine without other work. It takes ten minutes.',
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
  return [...builds, `VAULT_NOTES=notes.ndjson ${named} npm run lab -- bench`].join('\n');
}
