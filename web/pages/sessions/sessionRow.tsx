import type { Session } from 'memory-vault-client';
import { linkTo } from '../../app/place.js';
import { counted, shortId } from '../../kit/format.js';
import { SessionState } from '../../kit/sessionState.js';
import { Time } from '../../kit/time.js';
import { UserText } from '../../kit/userText.js';
import { sessionLength } from './sessionLength.js';

/** In pixels, the same for all: see `.session-row`. */
export const ROW_HEIGHT = 64;

/** A session as a row of the list. */
export function SessionRow({ session }: { session: Session }) {
  const { id, goal, state, project, agent, started_at, observations_total } = session;
  const length = sessionLength(session, Date.now());
  return (
    <a class="session-row" data-row href={linkTo(`/sessions/${id}`)}>
      <span class="session-head">
        <SessionState state={state} />
        <span class="note-title one-line">
          {goal ? <UserText>{goal}</UserText> : `Session ${shortId(id)}`}
        </span>
      </span>
      <span class="note-row-foot one-line">
        <UserText>{project}</UserText>
        {agent && <UserText>{agent}</UserText>}
        <Time at={started_at} />
        {length && <span>{length}</span>}
        <span>{counted(observations_total, 'note')}</span>
      </span>
    </a>
  );
}
