import type { Summary } from 'memory-vault-client';
import { linkTo } from '../../base/place.js';
import { Badge } from '../../kit/badge.js';
import { Card } from '../../kit/card.js';
import { Facts, Figures } from '../../kit/facts.js';
import { formatCount } from '../../kit/format.js';
import { SessionState } from '../../kit/sessionState.js';
import { sessionTitle } from '../../kit/sessionTitle.js';
import { Time } from '../../kit/time.js';
import { UserText } from '../../kit/userText.js';

/** The figures of a project, its phase and its last session. */
export function Glance({ summary }: { summary: Summary }) {
  const { observations_total, sessions_total, sessions_active, by_author } = summary;
  const { sdd_phase: phase, last_session: session, first_at } = summary;
  return (
    <Card title="At a glance">
      <Figures
        figures={[
          ['Notes', formatCount(observations_total)],
          ['Authors', formatCount(Object.keys(by_author).length)],
          ['Sessions', formatCount(sessions_total)],
          ['Active sessions', formatCount(sessions_active)],
        ]}
      />
      <Facts
        facts={[
          ['Since', first_at && <Time at={first_at} />],
          ['Phase', phase && <Badge tone="accent">{phase}</Badge>],
          [
            'Last session',
            session && (
              <>
                <a href={linkTo(`/sessions/${session.id}`)}>
                  <UserText>{sessionTitle(session)}</UserText>
                </a>{' '}
                <SessionState state={session.state} />
              </>
            ),
          ],
        ]}
      />
    </Card>
  );
}
