/** A request that was made to be slow, in a size that can be chosen. */
export interface Operation {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** Path and headers for a size in bytes; by default those of a note to save. */
  readonly head?: (size: number) => {
    readonly path?: string;
    readonly headers?: Readonly<Record<string, string>>;
  };
  /** A body of about `size` bytes. */
  readonly body?: (size: number) => Buffer;
}

/** Operations of one kind, with the two sizes in bytes in which each is sent. */
export interface OperationGroup {
  readonly name: string;
  readonly sizes: readonly [number, number];
  readonly operations: readonly Operation[];
}

const KIB = 1024;
const MIB = 1024 * KIB;
/** The most code points that a note may have, with room for a first letter. */
const LONGEST = 524_000;
const BATCH = '/api/v1/observations/batch';

/** The key of the hub that is measured. */
export const HIVE_KEY = 'the-hive-key-of-the-measured-hub';

/** All that is sent. The larger size of a group is the largest that the service reads. */
export const OPERATION_GROUPS: readonly OperationGroup[] = [
  { name: 'one request', sizes: [256 * KIB, MIB - KIB], operations: singleRequests() },
  { name: 'a batch', sizes: [16 * MIB, 64 * MIB - KIB], operations: batches() },
  { name: 'a batch of a hive', sizes: [2 * MIB, 8 * MIB - KIB], operations: hubBatches() },
  { name: 'a head', sizes: [4 * KIB - 512, 16 * KIB - 1024], operations: heads() },
];

function singleRequests(): Operation[] {
  const NOTES: Readonly<Record<string, string>> = {
    'marks on one letter': '\u0301\u0316',
    'runs of 30 marks': `a${'\u0301\u0316'.repeat(15)}`,
    'runs of 31 marks': `a${'\u0301\u0316'.repeat(15)}\u0301`,
    'Hangul letters': '\u1100\u1161\u11a8',
    'letters that decompose': '\ufb2c',
    'signs that decompose': '\u{1d160}',
    emoji: '😀',
    blanks: ' ',
    quotes: '"',
    backslashes: '\\',
    'Greek capitals': '\u03a3\u0301',
    'camel case': 'aB',
    'Thai letters': 'ก',
    'CamelCase words': 'getUserById2HTML_',
    'different words': '',
    'token: ': 'token: ',
    'password" :': 'password" :',
    'pw=x ': 'pw=x ',
    'password=; ': 'password=;',
    'sshpass -p ': 'sshpass -p ',
    '<private>': '<private>',
    '://a:': '://a:',
    '-----BEGIN PRIVATE KEY-----': '-----BEGIN PRIVATE KEY-----',
  };
  return [
    ...Object.entries(NOTES).map(([name, unit]) => ({
      name: `a note of ${name}`,
      method: 'POST' as const,
      body: (size: number) => noteBody(size, unit),
    })),
    json('a title of marks', (size) => `{"title":"a${'\u0301\u0316'.repeat(size / 4)}"}`),
    json('500,000 tags', (size) => `{"tags":[${repeated('1,', size)}1]}`),
    json('many members', (size) => `{${numbered(size, (i) => `"k${i}":1`)}}`),
    json('numbered members', (size) => `{${numbered(size, (i) => `"${i * 7919}":1`)}}`),
    json('empty objects', (size) => `{"tags":[${repeated('{},', size)}1]}`),
    json('open brackets', (size) => repeated('[', size)),
    json('nested arrays', (size) => repeated('[', size / 2) + repeated(']', size / 2)),
    json(
      'nested objects',
      (size) => `${repeated('{"a":', (size * 5) / 6)}1${repeated('}', size / 6)}`,
    ),
    json('a long number', (size) => repeated('1', size)),
    json('blanks', (size) => repeated(' ', size)),
    json('an id of letters', (size) => `{"session_id":"${repeated('a', size)}"}`),
    json('a type of letters', (size) => `{"type":"${repeated('a', size)}"}`),
    post(
      'an e-mail address',
      '/api/v1/auth/redeem',
      (size) => `{"token":"${repeated('a', size)}"}`,
    ),
    post(
      'an e-mail address of a member',
      '/admin/teams/x/members',
      (size) => `{"email":"${repeated('a.', size)}","role":"member"}`,
    ),
    post(
      'a name of marks',
      '/admin/teams',
      (size) => `{"name":"a${repeated('\u0301\u0316', size)}"}`,
    ),
    post(
      'a prompt of secrets',
      '/api/v1/prompts',
      (size) => `{"name":"p","content":"${repeated('token: ', Math.min(size, 520_000))}"}`,
    ),
    post(
      'a time',
      '/admin/purge',
      (size) => `{"before":"2026-01-01T00:00:00.${repeated('1', size)}Z","dry_run":true}`,
    ),
  ];
}

function batches(): Operation[] {
  return [
    lines('line feeds', (size) => repeated('\n', size)),
    lines('carriage returns', (size) => repeated('\r', size)),
    lines('blanks', (size) => repeated(' ', size)),
    lines('lines of blanks', (size) => repeated(`${' '.repeat(1000)}\n`, size)),
    lines('one line of letters', (size) => repeated('a', size)),
    lines('one line of open brackets', (size) => repeated('[', size)),
    lines('one long text', (size) => `{"title":"${repeated('a', size)}"}`),
    lines('99,000 bad lines', (size) => repeated('7\n', Math.min(size, 198_000))),
    lines('lines with many errors', (size) =>
      repeated(`{"title":1,"tags":[${'0,'.repeat(300)}0]}\n`, size),
    ),
    lines('notes of 400 KiB', (size) => noteLines(size, 'a b ', 400 * KIB)),
    lines('notes of 400 KiB of secrets', (size) => noteLines(size / 16, 'token: ', 400 * KIB)),
    lines('notes of 8 KiB of secrets', (size) => noteLines(size / 16, 'token: ', 8 * KIB)),
    lines('notes of 600 bytes', (size) => noteLines(size, 'a b ', 600)),
    lines('notes of 600 bytes in a session', (size) =>
      noteLines(size, 'a b ', 600, ',"session_id":"01KA5ZJ3M4T6V8X0Y2Z4A6C8E0"'),
    ),
    lines('notes of marks', (size) => noteLines(size, '\u0301\u0316', 200 * KIB)),
    array('blanks', (size) => repeated(' ', size)),
    array('open brackets', (size) => repeated('[', size)),
    array('commas', (size) => `[${repeated(',', size)}`),
    array('numbers', (size) => `[${repeated('1,', size)}1]`),
    array('blanks after a bracket', (size) => `[${repeated(' ', size)}]`),
    array('one long text', (size) => `["${repeated('a', size)}"]`),
    array('quotes', (size) => `[${repeated('"",', size)}1]`),
  ];
}

function hubBatches(): Operation[] {
  const hub = (name: string, items: (size: number) => string): Operation => ({
    name,
    method: 'POST',
    head: () => ({
      path: '/v1/observations/batch',
      headers: { 'content-type': 'application/json', 'x-hive-key': HIVE_KEY },
    }),
    body: (size) => Buffer.from(`{"origin":"${'a'.repeat(32)}","events":[${items(size)}]}`),
  });
  return [
    hub('bad items', () => repeated('1,', 1998).slice(0, -1)),
    hub('too many items', (size) => repeated('1,', size).slice(0, -1)),
    hub('notes', (size) => hubNotes(size, 'a b ', 20 * KIB)),
    hub('notes of secrets', (size) => hubNotes(size, 'token: ', 20 * KIB)),
    hub('large notes of secrets', (size) => hubNotes(size, 'token: ', 400 * KIB)),
    hub('notes of marks', (size) => hubNotes(size, '\u0301\u0316', 200 * KIB)),
  ];
}

function heads(): Operation[] {
  const inHeader = (name: string, unit: string, path = '/api/v1/status'): Operation => ({
    name: `${name}: ${unit.slice(0, 20)}…`,
    method: 'GET',
    head: (size) => ({ path, headers: { [name]: repeated(unit, size) } }),
  });
  const inQuery = (name: string, unit: string, start = ''): Operation => ({
    name: `q=${start}${name}`,
    method: 'GET',
    head: (size) => ({
      path: `/api/v1/search?snippet=1&q=${encodeURIComponent(start)}${repeated(encodeURIComponent(unit), size)}`,
    }),
  });
  return [
    inQuery('words', 'ab cd '),
    inQuery('marks', '\u0301\u0316'),
    inQuery('quotes', '"a" '),
    inQuery('brackets', '('),
    inQuery('NEAR', 'NEAR(a b) '),
    inQuery('prefixes', 'a* '),
    inQuery('operators', 'a OR '),
    inQuery('blanks', ' ', 'a'),
    inQuery('columns', 'title '),
    inQuery('different words', 'kqzx jvwy '),
    inQuery('Thai', 'ก'),
    inQuery('camel case', 'aB'),
    {
      name: 'many parameters',
      method: 'GET',
      head: (size) => ({ path: `/api/v1/search?q=a&${numbered(size, (i) => `p${i}=1`, '&')}` }),
    },
    {
      name: 'one parameter many times',
      method: 'GET',
      head: (size) => ({ path: `/api/v1/search?${repeated('q=a&', size)}` }),
    },
    {
      name: 'a long path',
      method: 'GET',
      head: (size) => ({ path: `/api/v1/context/${repeated('%CC%81', size)}` }),
    },
    {
      name: 'many segments',
      method: 'GET',
      head: (size) => ({ path: repeated('/a', size) }),
    },
    inHeader('content-type', 'a'),
    inHeader('content-type', 'a='),
    {
      name: 'content-type with a body',
      method: 'POST',
      head: (size) => ({ headers: { 'content-type': `application/json;${repeated('a', size)}` } }),
      body: () => Buffer.from('{}'),
    },
    {
      name: 'content-type with a body: quotes',
      method: 'POST',
      head: (size) => ({
        headers: { 'content-type': `application/json;a="${repeated('\\"', size)}` },
      }),
      body: () => Buffer.from('{}'),
    },
    inHeader('accept', 'application/problem+jso'),
    inHeader('prefer', 'wait=1 , '),
    inHeader('x-request-id', 'a'),
    inHeader('idempotency-key', 'a'),
    inHeader('last-event-id', '1', '/admin/events'),
    inHeader('x-min-position', '1'),
    inHeader('x-session-token', 'a'),
    inHeader('x-admin-key', 'a'),
    inHeader('x-hive-key', 'a', '/v1/health'),
    inHeader('x-forwarded-for', '1,'),
    inHeader('cookie', 'a=b;'),
    inHeader('host', 'a.'),
    inHeader('origin', 'http://a.'),
    inHeader('if-none-match', '"a",'),
    inHeader('access-control-request-headers', 'a,'),
  ];
}

function post(name: string, path: string, text: (size: number) => string): Operation {
  return {
    name,
    method: 'POST',
    head: () => ({ path, headers: { 'content-type': 'application/json' } }),
    body: (size) => Buffer.from(text(size)),
  };
}

function json(name: string, text: (size: number) => string): Operation {
  return post(name, '/api/v1/observations', text);
}

function batch(name: string, type: string, text: (size: number) => string): Operation {
  return {
    name,
    method: 'POST',
    head: () => ({ path: BATCH, headers: { 'content-type': type } }),
    body: (size) => Buffer.from(text(size)),
  };
}

function lines(name: string, text: (size: number) => string): Operation {
  return batch(`NDJSON: ${name}`, 'application/x-ndjson', text);
}

function array(name: string, text: (size: number) => string): Operation {
  return batch(`array: ${name}`, 'application/json', text);
}

/** As many units as fit into `size` bytes. */
function repeated(unit: string, size: number): string {
  return unit.repeat(Math.max(1, Math.floor(size / Buffer.byteLength(unit))));
}

/** As many parts as fit into `size` characters, each made from its number. */
function numbered(size: number, part: (i: number) => string, separator = ','): string {
  const parts: string[] = [];
  let length = 0;
  for (let i = 0; length < size; i += 1) {
    const one = part(i);
    parts.push(one);
    length += one.length + separator.length;
  }
  return parts.slice(0, -1).join(separator);
}

/** A note whose content is a letter and then one unit again and again, or different words without one. */
function noteBody(size: number, unit: string): Buffer {
  const bytes = size - 200;
  const content =
    unit === ''
      ? numbered(Math.min(bytes, LONGEST), (i) => (i * 2_654_435_761).toString(36), ' ')
      : repeated(unit, Math.min(bytes, (LONGEST / [...unit].length) * Buffer.byteLength(unit)));
  const escaped = JSON.stringify(`a${content}`);
  // Escapes make it longer.
  const fits =
    escaped.length > bytes
      ? JSON.stringify(`a${content.slice(0, content.length / 2 - 100)}`)
      : escaped;
  return Buffer.from(`{"title":"t","type":"task","content":${fits}}`);
}

function noteLines(size: number, unit: string, noteSize: number, more = ''): string {
  const content = repeated(unit, noteSize - 60);
  const line = `{"title":"t","type":"task","content":"a${content}"${more}}\n`;
  return repeated(line, Math.min(size, 99_000 * Buffer.byteLength(line)));
}

function hubNotes(size: number, unit: string, noteSize: number): string {
  const content = repeated(unit, noteSize - 300);
  const ulid = (i: number) => `01KA5ZJ3M4T6V8X0Y2${String(i).padStart(8, '0')}`;
  const created = '2026-01-01T00:00:00Z';
  const item = (i: number) =>
    `{"event":"${ulid(i)}","id":"${ulid(i)}","at":${Date.now()},"position":${i + 1},` +
    `"note":{"title":"t","type":"task","content":"a${content}","created_at":"${created}"}}`;
  const count = Math.min(1000, Math.floor(size / Buffer.byteLength(item(0))) - 1);
  return Array.from({ length: Math.max(1, count) }, (_, i) => item(i)).join(',');
}
