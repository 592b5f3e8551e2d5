import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { LineTransport } from '../../src/mcp/lineTransport.js';
import { eventually } from '../support/eventually.js';

/** A transport that answers each request with its method, and what it writes. */
async function answering({ isSlow = false } = {}) {
  const input = new PassThrough();
  const output = new PassThrough();
  const transport = new LineTransport(input, output);
  let text = '';
  output.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
  });
  let isClosed = false;
  transport.onclose = () => {
    isClosed = true;
  };
  const waiting: (() => void)[] = [];
  transport.onmessage = (message) => {
    if (!('method' in message && 'id' in message)) return;
    const { id, method } = message;
    const answer = () => void transport.send({ jsonrpc: '2.0', id, result: { method } });
    if (isSlow) waiting.push(answer);
    else answer();
  };
  await transport.start();
  onTestFinished(() => transport.close());
  const answers = (count: number) =>
    eventually(`${count} lines are answered`, () => {
      const lines = text.split('\n').filter(Boolean);
      if (lines.length < count) throw new Error(`only ${lines.length} answers`);
      return lines.map((line) => JSON.parse(line));
    });
  return { input, answers, waiting, isClosed: () => isClosed };
}

test.each([
  ['no json', null, -32700, 'the line is not JSON in UTF-8'],
  [Buffer.from([0x22, 0xff, 0x22]), null, -32700, 'the line is not JSON in UTF-8'],
  ['[{"jsonrpc":"2.0","id":1,"method":"ping"}]', null, -32600, 'batches are not accepted'],
  ['7', null, -32600, 'the line is not a JSON object'],
  ['{"id":5}', 5, -32600, 'method: is required'],
  ['{"id":null,"method":"ping"}', null, -32600, 'id: must be'],
  ['{"id":{},"method":"ping"}', null, -32600, 'id: must be'],
  ['{"id":6,"method":"ping","params":[1]}', 6, -32602, 'params: must be an object'],
  ['{"id":7,"method":"tools/call"}', 7, -32602, 'params.name: must be a text'],
  ['{"id":8,"method":"tools/call","params":{"name":7}}', 8, -32602, 'params.name: must be'],
  ['{"id":9,"method":"tools/call","params":{"name":"a","arguments":"b"}}', 9, -32602, 'arguments:'],
  ['{"id":10,"method":"resources/read","params":{"uri":[]}}', 10, -32602, 'params.uri: must be'],
])(
  'the line %s is answered with an error, and the next one as ever',
  async (line, id, code, says) => {
    const { input, answers } = await answering();
    input.write(line);
    input.write('\r\n\n{"jsonrpc":"2.0","id":"a","method":"ping","extra":1}\n');
    const [refused, answered] = await answers(2);
    expect(refused).toMatchObject({ jsonrpc: '2.0', id, error: { code } });
    expect(refused.error.message).toContain(says);
    expect(answered).toEqual({ jsonrpc: '2.0', id: 'a', result: { method: 'ping' } });
  },
);

test.each([
  ['{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"text":"', '"}}', 7],
  [
    '{"method":"tools/call","params":{"id":"no","text":"',
    '"},"jsonrpc":"2.0","id":"seven"}',
    'seven',
  ],
  ['{"method":"tools/call","params":{"text":"', '","id":"no"}}', null],
])(
  'a line that is too long is refused by its id, and the next one answered',
  async (before, behind, id) => {
    const { input, answers } = await answering();
    input.write(before);
    const piece = Buffer.alloc(1024 * 1024, 'x');
    for (let i = 0; i < 17; i += 1) input.write(piece);
    input.write(`${behind}\n{"jsonrpc":"2.0","id":8,"method":"ping"}\n`);
    const [refused, answered] = await answers(2);
    expect(refused).toMatchObject({ id, error: { code: -32600 } });
    expect(answered).toMatchObject({ id: 8 });
  },
);

test('what was asked for before the end of the input is answered, also without a last line end', async () => {
  const { input, answers, waiting, isClosed } = await answering({ isSlow: true });
  input.end('{"jsonrpc":"2.0","id":1,"method":"a"}\n{"jsonrpc":"2.0","id":2,"method":"b"}');
  await eventually('both requests have arrived', () => {
    if (waiting.length < 2) throw new Error('not both have arrived');
  });
  expect(isClosed()).toBe(false);
  for (const answer of waiting) answer();
  expect((await answers(2)).map(({ id }) => id)).toEqual([1, 2]);
  expect(isClosed()).toBe(true);
});
