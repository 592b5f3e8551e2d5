import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';

/*
 * How a service and the programs of its user know each other. Both read one secret, which `service.json` (0600) holds and
 * nobody sends: what is sent are keyed hashes of it (HMAC, RFC 2104).
 */

/** The header in which a program gives `GET /healthz` a text of its own making, which no earlier answer can have been for. */
export const CHALLENGE_HEADER = 'x-vault-challenge';

/** The header in which the service answers it. */
export const PROOF_HEADER = 'x-vault-proof';

/** The header by which the service knows a program that has read `service.json`. It opens nothing but its rate limit. */
export const CALLER_HEADER = 'x-vault-caller';

/** A secret for one start of a service. */
export const newSecret = (): string => randomBytes(32).toString('hex');

/** What a service says in `PROOF_HEADER` to a challenge. */
export const proofOf = (secret: string, challenge: string): string =>
  keyedHash(secret, `service\n${challenge}`);

/**
 * What a program says in `CALLER_HEADER`. Beside a challenge, which may reach anybody, it is good for that challenge alone:
 * whoever gets it there can call no other route with it.
 */
export const callerOf = (secret: string, challenge = ''): string =>
  keyedHash(secret, `caller\n${challenge}`);

const keyedHash = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(`memory-vault ${text}`).digest('hex');

/** Compares what somebody sent with what is right, in constant time. */
export function isSame(sent: unknown, right: string): boolean {
  const [a, b] = [Buffer.from(String(sent)), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** A challenge, the headers that send it, and what tells the right answer. */
export function newChallenge(secret: string) {
  const challenge = randomBytes(16).toString('hex');
  return {
    headers: {
      // Every service answers to the name localhost, also one that listens on another address.
      host: 'localhost',
      [CHALLENGE_HEADER]: challenge,
      [CALLER_HEADER]: callerOf(secret, challenge),
    },
    isProof: (sent: unknown) => isSame(sent, proofOf(secret, challenge)),
  };
}

/** The headers of every request to a service that has proved itself. */
export function headersFor(secret: string) {
  return { host: 'localhost', [CALLER_HEADER]: callerOf(secret) };
}

/** A service that is well answers at once; one that is starting or stopping may take a while. */
const PROOF_MS = 10_000;

/** No answer to a challenge is longer. */
const MOST_BYTES = 10_000;

/**
 * Connections to the service of a secret, each of which proves itself before it carries a request: a service may end at any
 * time, and whoever gets its port then gets a challenge and nothing else.
 */
export function provenConnections(secret: string): Agent {
  const agent = new Agent({ keepAlive: true });
  agent.createConnection = ({ host, port }, callback) => {
    const socket = connect({ host: host ?? '127.0.0.1', port: Number(port) });
    prove(socket, secret).then(
      () => callback?.(null, socket),
      (error: Error) => {
        socket.destroy();
        callback?.(error, socket);
      },
    );
    return undefined;
  };
  return agent;
}

/** Rejects unless the first answer on a connection is the proof of whoever has the secret. */
function prove(socket: Socket, secret: string): Promise<void> {
  const { headers, isProof } = newChallenge(secret);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return new Promise((resolve, reject) => {
    let answer = '';
    const fail = (error?: Error) => settle(() => reject(error ?? unproven()));
    const settle = (end: () => void) => {
      clearTimeout(timer);
      socket.off('data', read).off('error', fail).off('close', onClose);
      end();
    };
    const onClose = () => fail();
    const read = (chunk: Buffer) => {
      answer += chunk.toString('latin1');
      const length = lengthOf(answer);
      if (answer.length > MOST_BYTES || (length !== undefined && answer.length > length)) fail();
      else if (answer.length === length)
        isProof(headerIn(answer, PROOF_HEADER)) ? settle(resolve) : fail();
    };
    const timer = setTimeout(fail, PROOF_MS);
    socket.on('data', read).once('error', fail).once('close', onClose);
    socket.write(`GET /healthz HTTP/1.1\r\n${lines.join('')}\r\n`);
  });
}

const unproven = () =>
  new Error('another program has the address of the service: it has no proof of this vault');

/** How long an answer is, with its head; undefined while its head is not there. Our service always says the length. */
function lengthOf(answer: string): number | undefined {
  const end = answer.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  return end + 4 + Number(headerIn(answer, 'content-length') ?? 0);
}

function headerIn(answer: string, name: string): string | undefined {
  const [head = ''] = answer.split('\r\n\r\n', 1);
  const line = head.split('\r\n').find((one) => one.toLowerCase().startsWith(`${name}: `));
  return line?.slice(name.length + 2);
}
