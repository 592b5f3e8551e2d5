import type { Server } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** A client that answers at all does so at once; the first call waits for it. */
const ROOTS_MS = 2000;

/** After so many requests without an answer, none is sent any more. */
const MOST_FAILURES = 2;

/** Looser than the library's own schema: one root that is no `file:` URI would hide the others. */
const Roots = z.object({ roots: z.array(z.object({ uri: z.string() })) });

/**
 * The folders that a client has open, as URIs: asked for at the first need (`roots/list`) and again after they have changed.
 * None of a client that has none to tell, as those of protocol 2026-07-28, which leaves that to arguments.
 */
export function clientRoots(server: Server): () => Promise<readonly string[]> {
  let asked: Promise<readonly string[]> | undefined;
  let failures = 0;
  server.setNotificationHandler('notifications/roots/list_changed', () => {
    asked = undefined;
    failures = 0;
  });
  const ask = async () => {
    if (server.getClientCapabilities()?.roots === undefined) return [];
    try {
      const { roots } = await server.request({ method: 'roots/list' }, Roots, {
        timeout: ROOTS_MS,
      });
      return roots.map(({ uri }) => uri);
    } catch {
      failures += 1;
      if (failures < MOST_FAILURES) asked = undefined;
      return [];
    }
  };
  return () => {
    asked ??= ask();
    return asked;
  };
}
