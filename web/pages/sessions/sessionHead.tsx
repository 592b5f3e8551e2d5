import type { Session } from 'memory-vault-client';
import { linkTo } from '../../base/place.js';
import { ScreenHead } from '../../kit/screenHead.js';
import { sessionTitle } from '../../kit/sessionTitle.js';
import { Tabs } from '../../kit/tabs.js';
import { UserText } from '../../kit/userText.js';

/** The head of a session, and the way between its parts. */
export function SessionHead({
  session,
  at,
}: {
  /** Its id, where nothing else is known yet. */
  session: Pick<Session, 'id'> & Partial<Session>;
  at: 'work' | 'told';
}) {
  const work = `/sessions/${session.id}`;
  const told = `${work}/told`;
  return (
    <>
      <ScreenHead
        title={<UserText>{sessionTitle(session)}</UserText>}
        actions={
          <a class="button" href={linkTo('/sessions')}>
            All sessions
          </a>
        }
      />
      <Tabs
        label="Session"
        at={at === 'work' ? work : told}
        tabs={[
          { label: 'Work', path: work },
          { label: 'What the agent was told', path: told },
        ]}
      />
    </>
  );
}
