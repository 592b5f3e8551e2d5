/** What a program of the laboratory answers, and what it takes: time on two quiet cores, and what has to be there. */
export interface Described {
  readonly answers: string;
  readonly takes: string;
  readonly needs?: string;
}

const POSTGRES = 'a PostgreSQL with pg_basebackup';

/** All programs: `a:b` is in `a/b.ts`. The list that `npm run lab` prints and the table of `lab/README.md` are made from it. */
export const PROGRAMS: Readonly<Record<string, Described>> = {
  search: {
    answers: 'How well does search answer questions of each kind, beside plain FTS5?',
    takes: '1 minute',
  },
  privacy: {
    answers: 'How many secrets does the privacy filter find, and how often is it wrong?',
    takes: '1 minute',
    needs: 'with `--gitleaks` Go and the network',
  },
  moments: {
    answers:
      'How often is it right that anchored text is fresh, drifted or gone, in public histories?',
    takes: '5 minutes for six repositories',
    needs: 'clones of public repositories',
  },
  tokens: {
    answers: 'What does the MCP server cost a model, in tokens?',
    takes: '20 seconds',
  },
  load: {
    answers: 'Does a vault hold every note of a file, with `--prove` also after a rebuild?',
    takes: '1 minute for 16,000 notes',
    needs: 'a file of notes',
  },
  faults: {
    answers:
      'What is left after kills, power cuts, damaged files and moved clocks, and is it said?',
    takes: '15 minutes',
  },
  soak: {
    answers: 'What does the service need when it is used in every way, and does it leak?',
    takes: '20 minutes',
  },
  attack: {
    answers: 'Does a client suffer from eleven attacks beside it?',
    takes: '11 minutes',
    needs: 'Linux',
  },
  histories: {
    answers: 'Do nodes of a shared log keep every promise while nodes, servers and network fail?',
    takes: '30 minutes',
    needs: POSTGRES,
  },
  cluster: {
    answers: 'How do three nodes of a shared log behave when one plays with them and kills them?',
    takes: 'as long as one plays',
    needs: POSTGRES,
  },
  migrate: {
    answers: 'Is every event the same after the log has moved into a PostgreSQL and back?',
    takes: '1 minute',
    needs: 'a PostgreSQL',
  },
  api: {
    answers: 'Does schemathesis find anything that the API document does not say?',
    takes: '15 minutes',
    needs: 'python3 and PyPI',
  },
  mcp: {
    answers: 'Do the clients of others and the conformance suite get on with the MCP server?',
    takes: '1 minute',
    needs: 'python3, PyPI and the registry of npm',
  },
  webhooks: {
    answers:
      'Is an event lost, out of order or told after it was forgotten, while receiver and service fail?',
    takes: '30 seconds',
  },
  oauth: {
    answers:
      'Does a client of others get in by OAuth, from the first 401 to its end, and the conformance suite with its token?',
    takes: '1 minute',
    needs: 'python3, PyPI, the registry of npm and openssl',
  },
  witness: {
    answers:
      'Do witnesses and a monitor of others follow the log, and do they refuse an older one?',
    takes: '1 minute',
    needs: 'for those of others Go, its module proxy and ssh-agent',
  },
  agents: {
    answers:
      'Do six coding agents, set up by `setup`, use the vault? They run against a fake model.',
    takes: '15 minutes',
    needs: 'the registry of npm and 1.3 GB',
  },
  deploy: {
    answers: 'Do hadolint, promtool and other tools accept the files of `deploy`?',
    takes: '10 seconds',
    needs: 'these tools',
  },
  container: {
    answers: 'Does the container image keep what docs/deploy.md promises?',
    takes: '3 minutes',
    needs: 'Docker or Podman',
  },
  nodes: {
    answers: 'Do the package and the tests work under every supported Node?',
    takes: '30 minutes; 1 with `--package 24`',
    needs: 'the registry of npm, and a C++ compiler for Node 20',
  },
  bench: {
    answers: 'What does a user feel, beside Korva, engram and the floor of the machine?',
    takes: '10 minutes; `--quick` and `--parts` shorten it',
    needs: 'their programs, where they are compared',
  },
  'bench:cluster': {
    answers: 'How fast are nodes of a shared log beside a log in SQLite?',
    takes: '10 minutes',
    needs: POSTGRES,
  },
  'bench:hostile': {
    answers: 'How long does a request that is made to be slow hold the service?',
    takes: '10 minutes',
  },
  'bench:privacy': {
    answers: 'How much CPU does the privacy filter take for a text that is made to be slow?',
    takes: '2 minutes',
  },
  'bench:hooks': {
    answers: 'How long does each hook of an agent take beside a vault that is up, down or broken?',
    takes: '2 minutes',
  },
  'bench:page': {
    answers: 'How long do loads, searches and long lists of the page take over 100,000 notes?',
    takes: '3 minutes',
    needs: 'a Chromium',
  },
  'bench:record': {
    answers: 'What does the record of what agents are told cost saves and the disk?',
    takes: '4 minutes',
  },
  'bench:rebuild': {
    answers: 'What does a rebuild of the read models cost saves?',
    takes: '1 minute',
  },
};
