import { bySession } from '../../../tools/notes/bySession.js';
import { inParallel } from '../../../tools/notes/inParallel.js';
import type { Note } from '../../../tools/notes/readNotes.js';
import { reasonOf } from '../../../tools/reasonOf.js';
import { type Refusals, refuse } from '../load/refusals.js';
import type { Peer } from './peer.js';
import type { PeerServer } from './peerServer.js';

/**
 * Saves real notes in their work sessions, no more at a time than the program takes without refusing some. Each note gets
 * its number, because all programs keep only one of equal notes.
 */
export async function fillPeer(
  server: PeerServer<Peer>,
  notes: readonly Note[],
): Promise<Refusals> {
  const { peer } = server;
  const refusals: Refusals = new Map();
  const sessions = [...bySession(notes).entries()];
  await inParallel(sessions, peer.together, async ([n, session]) => {
    const session_id = peer.sessionIn(await server.post(peer.session(session.project, n)));
    for (const { title, content, type, tags, project, author, line } of session.notes) {
      const numbered = `${content} (${line})`;
      const note = { title, content: numbered, type, tags, project, author, session_id };
      try {
        await server.post({ path: peer.saves, body: JSON.stringify(note) });
      } catch (error) {
        refuse(refusals, reasonOf(error).slice(0, 100));
      }
    }
  });
  return refusals;
}
