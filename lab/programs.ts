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
      'In public histories, how often is it right to call anchored text fresh, drifted or gone?',
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
      'What is left after kills, power cuts, damaged files and moved clocks, and does a message name it?',
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
    answers: 'How do three nodes of a shared log behave when you use them and kill them?',
    takes: 'until you end it',
    needs: POSTGRES,
  },
  migrate: {
    answers: 'Is every event the same after the log has moved to PostgreSQL and back?',
    takes: '1 minute',
    needs: 'a PostgreSQL',
  },
  api: {
    answers: 'Does schemathesis find an answer that the API document does not describe?',
    takes: '15 minutes',
    needs: 'python3 and PyPI',
  },
  mcp: {
    answers: 'Do third-party clients and the conformance suite work with the MCP server?',
    takes: '1 minute',
    needs: 'python3, PyPI and the registry of npm',
  },
  webhooks: {
    answers:
      'Is an event lost, sent out of order or sent after it was forgotten, while receiver and service fail?',
    takes: '30 seconds',
  },
  oauth: {
    answers:
      'Can a third-party client log in by OAuth, from the first 401 on, and does the conformance suite pass with its token?',
    takes: '1 minute',
    needs: 'python3, PyPI, the registry of npm and openssl',
  },
  witness: {
    answers:
      'Do third-party witnesses and a third-party monitor follow the log, and do they refuse an older one?',
    takes: '1 minute',
    needs: 'for the third-party programs: Go, its module proxy and ssh-agent',
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
    answers: 'Does the container image keep the promises of docs/deploy.md?',
    takes: '3 minutes',
    needs: 'Docker or Podman',
  },
  nodes: {
    answers: 'Do the package and the tests work under every supported Node?',
    takes: '30 minutes; 1 with `--package 24`',
    needs: 'the registry of npm, and a C++ compiler for Node 20',
  },
  bench: {
    answers: 'How long does a user wait, beside Korva, engram and the lower limit of the machine?',
    takes: '10 minutes; `--quick` and `--parts` shorten it',
    needs: 'Korva and engram, to compare with them',
  },
  'bench:cluster': {
    answers: 'How fast are nodes of a shared log beside a log in SQLite?',
    takes: '10 minutes',
    needs: POSTGRES,
  },
  'bench:hostile': {
    answers: 'How long does a request that is made to be slow block the service?',
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
    answers:
      'How much time of saves and how much disk does the record of what agents are told cost?',
    takes: '4 minutes',
  },
  'bench:rebuild': {
    answers: 'How much slower are saves during a rebuild of the read models?',
    takes: '1 minute',
  },
};
