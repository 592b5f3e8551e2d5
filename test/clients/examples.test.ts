import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as httpRequest, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { signedHeaders } from '../../src/webhooks/delivery.js';
import { serviceHere } from '../support/serviceHere.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';
import { ADMIN_KEY } from '../support/testApp.js';

const EXAMPLES = fileURLToPath(new URL('../../examples/', import.meta.url));

/** How each example is run. */
const COMMANDS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  'curl.sh': ['sh'],
  'python.py': ['python3'],
  'typescript.ts': [process.execPath, '--import', 'tsx'],
};

const EXPECTED = `sent again with the same key: the same note
found 3 notes
timeline: Note 1
timeline: Note 2
timeline: Note 3
event: observation.saved
refused: 400 invalid_payload
`;

test('every example is run here', () => {
  expect(readdirSync(EXAMPLES).sort()).toEqual(
    ['check.py', 'text.py', ...Object.keys(COMMANDS)].sort(),
  );
});

test.each(Object.entries(COMMANDS))('the example %s does what it says', async (file, command) => {
  const service = await serviceHere(temporaryDirectory());
  expect(await run(command, file, service.url)).toEqual({ code: 0, stderr: '', stdout: EXPECTED });
});

test.each(Object.entries(COMMANDS))(
  'the example %s sends a save again whose answer got lost',
  async (file, command) => {
    const { url } = await serviceHere(temporaryDirectory());
    let saves = 0;
    const proxy = await listening((request, answer) => {
      const { method, headers, url: path = '' } = request;
      const isFirst = method === 'POST' && ++saves === 1;
      const onward = httpRequest(`${url}${path}`, { method, headers }, (response) => {
        if (isFirst) {
          answer.destroy();
          return;
        }
        answer.writeHead(response.statusCode ?? 0, response.headers);
        response.pipe(answer);
      });
      onward.on('error', () => answer.destroy());
      answer.on('close', () => onward.destroy());
      request.pipe(onward);
    });
    expect(await run(command, file, proxy)).toMatchObject({ code: 0, stdout: EXPECTED });
    expect(saves).toBe(6);
  },
);

test('follow_events of python.py connects again after the last whole message, and stops at a refusal', async () => {
  const starts: unknown[] = [];
  const url = await listening(({ headers }, answer) => {
    starts.push(headers['last-event-id']);
    const stream = () => answer.writeHead(200, { 'content-type': 'text/event-stream' });
    if (starts.length === 1) {
      stream().write('id: 7\nretry: 10\n\nid: 8\ndata: {"position":8}\n\nid: 9\ndata: {"posi');
      setTimeout(() => answer.destroy(), 100);
    } else if (starts.length === 2) answer.writeHead(503, { 'retry-after': '0' }).end('a proxy');
    else if (starts.length === 3) stream().end(': still here\nid: 12\n\n');
    else answer.writeHead(400).end('{"code":"invalid_parameter","detail":"the log ends at 5"}');
  });
  const [functions = ''] = readFileSync(`${EXAMPLES}python.py`, 'utf8').split('\nproject = ');
  const file = `${temporaryDirectory()}/follow.py`;
  writeFileSync(
    file,
    `${functions}
try:
    for event in follow_events(7):
        print(event["position"])
except VaultError as error:
    print(error)
`,
  );
  expect(await run(['python3', file], '', url)).toEqual({
    code: 0,
    stderr: '',
    stdout: '8\n400 invalid_parameter: the log ends at 5\n',
  });
  expect(starts).toEqual(['7', '8', '8', '12']);
});

test('the checks of docs/webhooks.md accept a signed message, and return false for any other', async () => {
  const page = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8');
  const block = (language: string) =>
    new RegExp(`\n\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(page)?.[1] ?? '';
  const secret = `whsec_${Buffer.from('0123456789abcdef01234567').toString('base64')}`;
  const headers: Readonly<Record<string, string>> = signedHeaders(
    { id: '1', body: '{}' },
    secret,
    Date.now(),
  );
  const { 'webhook-id': _, ...withoutId } = headers;
  const { 'webhook-timestamp': __, ...withoutTime } = headers;
  const { 'webhook-signature': ___, ...withoutSignature } = headers;
  const cases = [
    headers,
    { ...headers, 'webhook-id': '2' },
    { ...headers, 'webhook-timestamp': 'x' },
    { ...headers, 'webhook-timestamp': '9'.repeat(400) },
    { ...headers, 'webhook-signature': 'é' },
    withoutId,
    withoutTime,
    withoutSignature,
    {},
  ];
  const folder = temporaryDirectory();
  const data = JSON.stringify({ secret, cases });
  writeFileSync(
    `${folder}/check.py`,
    `${block('python')}
import json
given = json.loads(${JSON.stringify(data)})
print(json.dumps([is_ours(given["secret"], headers, b"{}") for headers in given["cases"]]))
`,
  );
  const [imports = '', ...body] = block('js').split('\n\n');
  writeFileSync(
    `${folder}/check.mjs`,
    `${imports}
const { secret, cases } = ${data};
const body = '{}';
const check = (headers) => {
${body.join('\n')}
  return isOurs;
};
console.log(JSON.stringify(cases.map(check)));
`,
  );
  for (const [program, file] of [
    ['python3', 'check.py'],
    [process.execPath, 'check.mjs'],
  ] as const) {
    const { code, stdout, stderr } = await run([program, `${folder}/${file}`], '', '');
    expect([code, stderr, JSON.parse(stdout)]).toEqual([
      0,
      '',
      cases.map((one) => one === headers),
    ]);
  }
});

test('check.py finds an event in the log with nothing of ours, and refuses what does not fit', async () => {
  const { url } = await serviceHere(temporaryDirectory());
  const body = JSON.stringify({ type: 'decision', title: 'Retries', content: 'é, ü and 日本' });
  const headers = { 'content-type': 'application/json' };
  const ids: string[] = [];
  for (let i = 0; i < 5; i += 1) {
    const saved = await fetch(`${url}/api/v1/observations`, {
      method: 'POST',
      headers,
      body: body.replace('Retries', `Retries ${i}`),
    });
    ids.push(((await saved.json()) as { id: string }).id);
  }
  const folder = temporaryDirectory();
  const textOf = async (path: string) => (await fetch(`${url}/api/v1/audit/${path}`)).text();
  writeFileSync(`${folder}/key`, await textOf('key'));
  writeFileSync(`${folder}/checkpoint`, await textOf('checkpoint'));
  const check = async (proof: string, ...options: readonly string[]) => {
    writeFileSync(`${folder}/proof.json`, proof);
    const files = ['key', 'checkpoint', 'proof.json'].map((file) => `${folder}/${file}`);
    return run(['python3', ...options], 'check.py', url, files);
  };
  for (const [i, id] of ids.entries()) {
    const proof = await textOf(`inclusion/${id}`);
    const { code, stdout } = await check(proof);
    const event = `ok: event ${i + 1} (observation.saved, observation/${id}, `;
    expect([code, stdout]).toEqual([0, expect.stringContaining(event)]);
    const forged = await check(proof.replace('"version":1', '"version":2'), '-O');
    expect(forged).toEqual(refused('the event is not in this log'));
    const moved = await check(proof.replace(/"leaf_index":\d/, '"leaf_index":7'), '-O');
    expect(moved).toEqual(refused('the event has another position'));
  }
  const proof = await textOf(`inclusion/${ids[0]}`);
  expect(await check('{}', '-O')).toEqual(
    refused("these files cannot be checked (KeyError('path'))"),
  );
  expect(await check(await textOf(`inclusion/${ids[0]}?tree_size=4`), '-O')).toEqual(
    refused('the proof is not about the 5 events of the checkpoint'),
  );
  const signed = await textOf('checkpoint');
  for (const [forged, why] of [
    [signed.replace('\n5\n', '\n6\n'), 'OpenSSL 3 does not accept the signature of a checkpoint'],
    [signed.slice(0, signed.indexOf('—')), 'the key of memory-vault/'],
    [signed.replace('\n\n', '\n'), 'these files cannot be checked'],
  ] as const) {
    writeFileSync(`${folder}/checkpoint`, forged);
    expect(await check(proof, '-O')).toEqual(refused(why));
  }
  rmSync(`${folder}/checkpoint`);
  expect((await check(proof, '-O')).code).toBe(2);
});

test('check.py finds that a log has only grown, and refuses another one', async () => {
  const { url } = await serviceHere(temporaryDirectory());
  const folder = temporaryDirectory();
  const audit = async (path: string, headers = {}) =>
    (await fetch(`${url}/api/v1/audit/${path}`, { headers })).text();
  writeFileSync(`${folder}/key`, await audit('key'));
  for (let i = 1; i <= 6; i += 1) {
    await fetch(`${url}/api/v1/observations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'decision', title: `Retries ${i}`, content: 'Three' }),
    });
    const signed = await audit('checkpoint', { 'x-min-position': String(i) });
    expect(signed.split('\n')[1]).toBe(String(i));
    writeFileSync(`${folder}/${i}`, signed);
  }
  const check = (from: number, to: number, ...options: readonly string[]) => {
    const files = ['key', `${from}`, `${to}`, 'proof.json'].map((file) => `${folder}/${file}`);
    return run(['python3', ...options], 'check.py', url, files);
  };
  for (const [from, to] of [
    [1, 2],
    [2, 3],
    [3, 6],
    [4, 6],
    [5, 6],
    [6, 6],
  ] as const) {
    const proof = await audit(`consistency?from=${from}&to=${to}`);
    writeFileSync(`${folder}/proof.json`, proof);
    const stdout = `ok: the log of ${to} events begins with that of ${from} events\n`;
    expect(await check(from, to)).toEqual({ code: 0, stderr: '', stdout });
    if (from !== 3) continue;
    expect(await check(2, 6, '-O')).toEqual(refused('the proof is about other checkpoints'));
    const [hash = ''] = (JSON.parse(proof) as { path: string[] }).path;
    writeFileSync(`${folder}/proof.json`, proof.replace(hash, `${'A'.repeat(43)}=`));
    expect(await check(from, to, '-O')).toEqual(refused('the log is another one'));
    writeFileSync(`${folder}/proof.json`, JSON.stringify({ ...JSON.parse(proof), path: [] }));
    expect(await check(from, to, '-O')).toEqual(refused('the log is another one'));
  }
});

test('text.py prints what an event says, and refuses another text and what was forgotten', async () => {
  const directory = temporaryDirectory();
  const { url } = await serviceHere(directory);
  const saved = await fetch(`${url}/api/v1/observations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'decision', title: 'Retries', content: 'é, ü and 日本' }),
  });
  const { id } = (await saved.json()) as { id: string };
  const folder = temporaryDirectory();
  const text = async (proof: string, ...options: readonly string[]) => {
    writeFileSync(`${folder}/proof.json`, proof);
    return run(['python3', ...options], 'text.py', url, [
      `${directory}/log.db`,
      `${folder}/proof.json`,
    ]);
  };
  const proof = await (await fetch(`${url}/api/v1/audit/inclusion/${id}`)).text();
  const { code, stdout } = await text(proof);
  expect([code, stdout]).toEqual([0, expect.stringContaining('"content": "é, ü and 日本"')]);
  const { commitment } = (JSON.parse(proof) as { envelope: { commitment: string } }).envelope;
  const otherText = `${folder}/forged.db`;
  const forge = `import sqlite3
log = sqlite3.connect("${directory}/log.db")
salt, body = log.execute("SELECT salt, body FROM events WHERE position = 1").fetchone()
other = sqlite3.connect("${otherText}")
other.execute("CREATE TABLE events (position, salt, body)")
other.execute("INSERT INTO events VALUES (1, ?, ?)", [salt, body.replace("Retries", "Forged")])
other.commit()`;
  expect((await run(['python3', '-c', forge], '', url)).code).toBe(0);
  const other = await run(['python3', '-O'], 'text.py', url, [otherText, `${folder}/proof.json`]);
  expect(other).toEqual(refused('this is not the text that was recorded'));
  const forged = proof.replace(commitment, '0'.repeat(64));
  expect(await text(forged, '-O')).toEqual(refused('this is not the text that was recorded'));
  expect(await text('{}', '-O')).toEqual(refused('these files cannot be checked'));
  const gone = [`${folder}/gone.db`, `${folder}/proof.json`];
  await text(proof);
  const missing = await run(['python3'], 'text.py', url, gone);
  expect(missing).toMatchObject({ code: 2, stderr: expect.stringMatching(/^not checked: .*gone/) });
  await fetch(`${url}/api/v1/observations/${id}`, { method: 'DELETE' });
  expect(await text(proof, '-O')).toEqual(
    refused('this is not the text that was recorded, or it was forgotten'),
  );
});

/** What a script says that does not accept a proof. `-O` makes Python skip every `assert`. */
const refused = (why: string) => ({
  code: 1,
  stderr: '',
  stdout: expect.stringContaining(`NOT ok: ${why}`),
});

/** The address of a server of this test. */
async function listening(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  // The cast is safe: a server on a port has no other address.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function run(
  [program, ...args]: readonly [string, ...string[]],
  file: string,
  url: string,
  words: readonly string[] = [],
) {
  const child = spawn(program, [...args, `${EXAMPLES}${file}`, ...words], {
    env: { PATH: process.env.PATH, VAULT_URL: url, VAULT_ADMIN_KEY: ADMIN_KEY },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const written = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (chunk) => {
      written[stream] += chunk;
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', (cause) =>
      reject(new Error(`${program} cannot be run, which examples/${file} needs`, { cause })),
    );
    child.once('close', resolve);
  });
  return { code, ...written };
}
