import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { onTestFinished } from 'vitest';
import type { App } from '../../src/app/app.js';
import type { ServerOptions } from '../../src/http/bareServer.js';
import { testServer } from './testServer.js';

/** A server on its own port, for requests as raw bytes. */
export interface Listening {
  readonly server: FastifyInstance;
  readonly port: number;
  connect(): Promise<Socket>;
  /** Sends bytes and returns all received bytes up to the end of the connection. */
  exchange(bytes: string | Buffer): Promise<Answer[]>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export async function listening(app: App, options: ServerOptions = {}): Promise<Listening> {
  const server = await testServer(app, options);
  const { port } = new URL(await server.listen({ host: '127.0.0.1', port: 0 }));
  const open = async () => {
    const socket = connect(Number(port), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    return socket;
  };
  return {
    server,
    port: Number(port),
    connect: open,
    async exchange(bytes) {
      const socket = await open();
      socket.write(bytes);
      return readAnswers(await untilClosed(socket));
    },
  };
}

/** All received bytes up to the end of the connection, also after a reset. */
export async function untilClosed(socket: Socket): Promise<Buffer> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  // A reset ends the connection, too.
  socket.on('error', () => {});
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
  return Buffer.concat(chunks);
}

/** Parses the received bytes as a sequence of answers. */
export function readAnswers(bytes: Buffer): Answer[] {
  const answers: Answer[] = [];
  for (let rest = bytes.toString('latin1'); rest.startsWith('HTTP/1.1 '); ) {
    const end = rest.indexOf('\r\n\r\n');
    const [first = '', ...lines] = rest.slice(0, end).split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => {
        const [name = '', ...value] = line.split(': ');
        return [name.toLowerCase(), value.join(': ')];
      }),
    );
    const status = Number(first.split(' ')[1]);
    // An interim answer has neither a body nor a Content-Length.
    const length = status < 200 ? 0 : Number(headers['content-length'] ?? rest.length);
    answers.push({ status, headers, body: rest.slice(end + 4, end + 4 + length) });
    rest = rest.slice(end + 4 + length);
  }
  return answers;
}

/** A request as text, with the required headers and `Connection: close`. */
export function request(
  line: string,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): string {
  const all = {
    Host: 'localhost',
    Connection: 'close',
    ...(body && { 'Content-Length': String(Buffer.byteLength(body)) }),
    ...headers,
  };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${line} HTTP/1.1\r\n${head.join('')}\r\n${body}`;
}
