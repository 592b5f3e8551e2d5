import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { buildServer } from '../../../src/http/server.js';
import { testApp } from '../../support/testApp.js';

/** Sends bytes to a listening server and returns all received bytes. */
async function exchange(bytes: string): Promise<{ head: string; body: string }> {
  const server = await buildServer(await testApp());
  onTestFinished(() => server.close());
  const { port } = new URL(await server.listen({ host: '127.0.0.1', port: 0 }));
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1');
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    socket.on('close', () => resolve(text)).on('error', reject);
    socket.write(bytes);
  });
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return { head, body };
}

const LONG = `GET /api/v1/search?q=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

test.each([
  ['a head that is too large', LONG, 413, 'payload_too_large'],
  ['what is no HTTP', 'HELLO\r\n\r\n', 400, 'invalid_payload'],
])('%s is refused with a problem body', async (_what, bytes, status, code) => {
  const { head, body } = await exchange(bytes);
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  const problem = JSON.parse(body);
  expect(problem).toMatchObject({ type: 'about:blank', status, code, error: problem.detail });
  expect(head).toContain(`X-Request-Id: ${problem.request_id}`);
  expect(head).toContain('Access-Control-Allow-Origin: http://localhost:5173');
});
