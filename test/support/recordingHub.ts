import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';

/** A server in place of a hub, which takes everything, finds nothing and keeps what it was sent. */
export interface RecordingHub {
  readonly url: string;
  /** All paths, decoded, and all bodies, unpacked, so far. */
  sent(): string;
}

export async function recordingHub(): Promise<RecordingHub> {
  const sent: string[] = [];
  const server = createServer(async (request, response) => {
    sent.push(decodeURIComponent((request.url ?? '').replaceAll('+', ' ')));
    const body = await buffer(request);
    if (request.method !== 'POST') return response.end('[]');
    const text = gunzipSync(body).toString();
    sent.push(text);
    const accepted = JSON.parse(text).events.length;
    return response.end(JSON.stringify({ accepted, skipped: [], rejected: [] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // The cast is safe: it listens on TCP.
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, sent: () => sent.join('\n') };
}
