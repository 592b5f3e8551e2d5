import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Attacker } from './attacker.js';

/** An attack, and from how many addresses it comes. */
interface Attack {
  readonly addresses: number;
  readonly run: (attacker: Attacker) => Promise<void>;
}

const HOST = 'Host: localhost\r\n';
const JSON_TYPE = 'Content-Type: application/json\r\n';

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\n${HOST}${headers}\r\n`;
const post = (path: string, headers: string, body: string) =>
  `POST ${path} HTTP/1.1\r\n${HOST}${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

/** Does something over and over, with a pause after each time. */
async function again(
  { until }: Attacker,
  pause: number,
  act: () => void | Promise<void>,
): Promise<void> {
  while (performance.now() < until) {
    await act();
    await sleep(pause);
  }
}

/** Keeps so many connections open, and opens others for those that the service has ended: some hundred a second at most. */
function hold(attacker: Attacker, count: number, open: () => Socket): Promise<void> {
  const held = new Set<Socket>();
  return again(attacker, 100, () => {
    for (let opened = 0; held.size < count && opened < 25; opened++) {
      const socket = open();
      held.add(socket);
      socket.once('close', () => held.delete(socket));
    }
  });
}

/** Sends one request after the other, each on a connection of its own that stays open for as long as the pause. */
function repeat(attacker: Attacker, pause: number, bytes: string): Promise<void> {
  return again(attacker, 0, async () => {
    const socket = attacker.open(bytes, 1);
    await sleep(pause);
    socket.destroy();
  });
}

/** A note whose content takes quadratic time to normalise, if it is normalised as it is. */
const MARKS = JSON.stringify({
  title: 't',
  type: 'task',
  content: `a${'\u0301\u0316'.repeat(64_000)}`,
});
const NEWLINES = '\n'.repeat(30 * 2 ** 20);
const BEYOND = get('/api/v1/stats', 'X-Min-Position: 999999999\r\n');
const SLOW_BODY = `POST /api/v1/observations HTTP/1.1\r\n${HOST}${JSON_TYPE}Content-Length: 1000000\r\n\r\n{`;

/**
 * Everything that is done to the service at once. Each attack has the pace that it needs to hold or use up what it is after:
 * a slot, a queue, the event loop. None simply sends as fast as it can, because the attackers share the processors with the
 * service, and would then measure the machine. The report says how much of a processor they used.
 */
export const ATTACKS: Readonly<Record<string, Attack>> = {
  'silent connections': {
    addresses: 8,
    run: (attacker) => hold(attacker, 1200, () => attacker.open()),
  },
  'silent connections of one address': {
    addresses: 1,
    run: (attacker) => hold(attacker, 300, () => attacker.open()),
  },
  'half-open heads': {
    addresses: 2,
    run: (attacker) =>
      hold(attacker, 300, () => attacker.open('GET /api/v1/search?q=x HTTP/1.1\r\nX: ')),
  },
  'what is no HTTP': {
    addresses: 1,
    run: (attacker) => hold(attacker, 100, () => attacker.open('HELLO\r\n\r\n')),
  },
  'slow bodies': {
    addresses: 1,
    async run(attacker) {
      const open = () => {
        const socket = attacker.open(SLOW_BODY, 1);
        const timer = setInterval(() => attacker.send(socket, ' '), 1000);
        socket.once('close', () => clearInterval(timer));
        return socket;
      };
      await hold(attacker, 100, open);
    },
  },
  'slow readers': {
    addresses: 2,
    run: (attacker) => {
      const many = get('/openapi.json').repeat(50);
      return hold(attacker, 50, () => attacker.open(many, 50, true));
    },
  },
  'mark bombs': {
    addresses: 1,
    run: (attacker) => repeat(attacker, 1000, post('/api/v1/observations', JSON_TYPE, MARKS)),
  },
  'newline bombs': {
    addresses: 1,
    run: (attacker) =>
      repeat(
        attacker,
        10_000,
        post('/api/v1/observations/batch', 'Content-Type: application/x-ndjson\r\n', NEWLINES),
      ),
  },
  'wrong credentials': {
    addresses: 4,
    run: (attacker) =>
      repeat(attacker, 50, get('/admin/events', 'X-Admin-Key: a-key-of-no-vault\r\n')),
  },
  'positions beyond the log': {
    addresses: 6,
    run: (attacker) =>
      again(attacker, 2000, async () => {
        const sockets = Array.from({ length: 60 }, () => attacker.open(BEYOND.repeat(30), 30));
        await sleep(2000);
        for (const socket of sockets) socket.destroy();
      }),
  },
  'pipelined searches': {
    addresses: 2,
    run: (attacker) =>
      again(attacker, 1000, async () => {
        const search = get('/api/v1/search?q=what+was+learned');
        const sockets = Array.from({ length: 4 }, () => attacker.open(search.repeat(250), 250));
        await sleep(3000);
        for (const socket of sockets) socket.destroy();
      }),
  },
};
