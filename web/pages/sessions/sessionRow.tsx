import type { Session } from 'memory-vault-client';
import { linkTo } from '../../base/place.js';
import { counted } from '../../kit/format.js';
import { SessionState } from '../../kit/sessionState.js';
import { sessionTitle } from '../../kit/sessionTitle.js';
import { Time } from '../../kit/time.js';
import { UserText } from '../../kit/userText.js';
import { sessionLength } from './sessionLength.js';

/** In pixels, the same for all: see `.session-row`. */
export const ROW_HEIGHT = 64;

/** A session as a row of the list. */
export function SessionRow({ session }: { session: Session }) {
  const { id, state, project, agent, started_at, observations_total } = session;
  const length = sessionLength(session, Date.now());
  return (
    <a class="session-row" data-row href={linkTo(`/sessions/${id}`)}>
      <span class="session-head">
        <SessionState state={state} />
        <span class="note-title one-line">
          <UserText>{sessionTitle(session)}</UserText>
        </span>
      </span>
      <span class="note-row-foot one-line">
        <span>{counted(observations_total, 'note')}</span>
        <UserText>{project}</UserText>
        <Time at={started_at} />
        {length && <span>{length}</span>}
        {agent && <UserText>{agent}</UserText>}
      </span>
    </a>
  );
}
