import { markdownTable } from '../../../tools/markdownTable.js';
import type { Results, TableName } from '../parts/part.js';
import { SECONDS } from '../parts/saves.js';
import { CROWD, CROWD_SECONDS, ENOUGH } from '../parts/searches.js';
import { PEERS } from '../peers/findPeers.js';
import type { Grid } from './grid.js';
import { inShort } from './inShort.js';

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
      'A hook is a small program of Memory Vault. The agent runs it when a session starts, when its user sends a prompt and when it acts, and ' +
      'waits for its end. The table has the milliseconds from start to end, with a running vault and without one. The floor is `node -e 0`, a ' +
      'Node that does nothing.',
  },
  {
    table: 'saves',
    title: 'A save',
    text:
      `Clients send different notes of 500 bytes for ${SECONDS} seconds, over 1, 16 or 64 connections at the same time, one after the other on each. ` +
      'Memory Vault answers when the note is synced to disk; the other programs answer before. There are two floors: *no-op* is the HTTP server of ' +
      'Memory Vault, with all checks, which stores nothing; *synced append* is a file to which 4 KiB are appended and synced. *Our rate to ' +
      'theirs* is 2 where Memory Vault saves twice as many notes in the same time. Only saves count that were accepted and kept.',
  },
  {
    table: 'searches',
    title: 'A search',
    text:
      'The first figure is the time of half of the searches. The one after the slash is the time of all but one in a hundred, where there were ' +
      `${ENOUGH} searches or more. Searches come one at a time. All words come from notes of the vault, and a whole question has nine words or more. ` +
      'A program that finds nothing answers fast: a row says how many answers hold a note. The last row has ' +
      `${CROWD} connections, which search at the same time for rare words, common words, and three words of a note.`,
  },
  {
    table: 'context',
    title: 'The context of a project',
    text:
      'An agent that begins to work on a project gets its newest notes. This is one request at a time, for one project after the other. The floor is ' +
      'a health check of the same program, which reads no note.',
  },
  {
    table: 'start',
    title: 'A start',
    text: 'The time from the start of the process to its first answer that it is ready, with the notes of the column.',
  },
  {
    table: 'memory',
    title: 'Memory',
    text:
      'The resident set (RSS) of the process: when it is ready, after it saved the notes of the column, after searches over ' +
      `${CROWD} connections for ${2 * CROWD_SECONDS} seconds, and after two minutes without a request.`,
  },
  {
    table: 'disk',
    title: 'Disk',
    text:
      'Bytes for each note after the program has ended. The floor is its own text: title and content as they were sent. Compare columns whose ' +
      'notes have the same length.',
  },
];

/** Rows for those who work on the programs. `figures.json` keeps them, and a user feels the others. */
const NOT_FELT = /\bCPU\b|^searches that were timed$/;

/** The page of a run, in Markdown. */
export function page(run: Run): string {
  const { date, machine, quick, programs, missing, tables, refused } = run;
  const sections = SECTIONS.flatMap(({ table, title, text }) => {
    const measured = tables[table];
    return measured ? [`## ${title}`, text, markdown(felt(measured))] : [];
  });
  const parts = [
    '# Performance',
    'How long you wait for Memory Vault, and what it needs, beside two other programs and the floor of the machine. This command measured all of ' +
      `it in one run on ${date}, and wrote this page: do not edit it.` +
      `${quick ? ' It was a short run, which only shows that everything works.' : ''}`,
    `\`\`\`\nnpm run lab -- bench${quick ? ' --quick' : ''}\n\`\`\``,
    '## In short',
    'Half of the requests took this time or less, over 16,000 notes.',
    markdown(inShort(tables)),
    '[Agents](agents.md) says what Memory Vault costs in tokens. Other measurements:',
    [
      '- [A shared log](performance/cluster.md): what several nodes do.',
      '- [Measured searches](performance/search.md): how often a search finds the right note.',
      '- [Notes at the moment](performance/moments.md): how often a note that a hook gives matters.',
      '- [Where the time goes](performance/where-the-time-goes.md): what takes time, memory and disk.',
      '- [What each mechanism pays](performance/machinery.md), and [what decisions rest on](performance/measured.md).',
    ].join('\n'),
    '## How it was measured',
    `\`\`\`\n${machine}\n\`\`\``,
    'Each program ran as its users run it, in a directory of its own. The same client asked it over its HTTP API, on the same machine. The programs ' +
      'took turns: each round measured every program once, and a figure is the median of the rounds. *p50* is the time of half of the ' +
      'requests, *p90* that of nine in ten, *p99* that of all but one in a hundred. A dash stands where nothing was measured. Times depend on ' +
      'the machine and on its other work: compare the columns of a row.',
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
    'Build the other programs in clones of their repositories: each then says its commit. Name their paths. `VAULT_NOTES` is a file with one JSON ' +
      'object a line. The columns of 16,000 have its notes; where it has fewer, the others are made of its sentences, as are the notes of the ' +
      'saves and of the large vault. Use Node 24 and a machine without other work. It takes ten minutes.',
    `\`\`\`\n${recipe()}\n\`\`\``,
  ];
  return `${parts.join('\n\n')}\n`;
}

const markdown = ({ head, rows }: Grid) => markdownTable(head, rows);

const felt = ({ head, rows }: Grid): Grid => ({
  head,
  rows: rows.filter(([name = '']) => !NOT_FELT.test(name)),
});

function recipe(): string {
  const programs = PEERS.flatMap(({ program }) => (program ? [program] : []));
  const builds = programs.map(({ name, source, main }) => {
    const [, folder] = source.split('/');
    return `git clone https://github.com/${source} && (cd ${folder} && go build -buildvcs=true -o ../bin/${name} ${main})`;
  });
  const named = programs.map(({ variable, name }) => `${variable}=bin/${name}`).join(' ');
  return [...builds, `VAULT_NOTES=notes.ndjson ${named} npm run lab -- bench`].join('\n');
}
