import type { Observation, Session } from 'memory-vault-client';
import { api } from '../../base/api.js';
import { projectPath } from '../../base/paths.js';
import { linkTo } from '../../base/place.js';
import type { ScreenProps } from '../../base/screenProps.js';
import { useAsk } from '../../base/useAsk.js';
import { nextCursor, usePages } from '../../base/usePages.js';
import { Asking } from '../../kit/asking.js';
import { Button } from '../../kit/button.js';
import { Card } from '../../kit/card.js';
import { Facts } from '../../kit/facts.js';
import { formatCount } from '../../kit/format.js';
import { Markdown } from '../../kit/markdown.js';
import { Extract } from '../../kit/marked.js';
import { NoteRow } from '../../kit/noteRow.js';
import { Paged } from '../../kit/paged.js';
import { SessionState } from '../../kit/sessionState.js';
import { sessionTitle } from '../../kit/sessionTitle.js';
import { ExactTime } from '../../kit/time.js';
import { UserText } from '../../kit/userText.js';
import { SessionHead } from './sessionHead.js';
import { sessionLength } from './sessionLength.js';

const LIMIT = 50;
const EXTRACT = 180;

/** A work session: its goal, its summary, and what was learnt in it. */
export default function SessionScreen({ params: { id = '' } }: ScreenProps) {
  const asked = useAsk(`session ${id}`, async (signal) => {
    const { data } = await api.GET('/api/v1/sessions/{id}', { params: { path: { id } }, signal });
    return data;
  });
  return (
    <>
      <SessionHead session={asked.value ?? { id }} at="work" />
      <Asking asked={asked}>
        {(session) => (
          <div class="with-side">
            <Card title={session.goal && saysMore(session) ? 'Goal and summary' : 'Summary'}>
              {session.goal && saysMore(session) && (
                <>
                  <h3>Goal</h3>
                  <Markdown text={session.goal} below={3} />
                  <h3>Summary</h3>
                </>
              )}
              {session.summary ? (
                <Markdown text={session.summary} below={3} />
              ) : (
                <p class="hint">{WITHOUT_SUMMARY[session.state]}</p>
              )}
            </Card>
            <About session={session} />
            <Learnt session={session} />
          </div>
        )}
      </Asking>
    </>
  );
}

/** Whether the goal says more than the title of the screen. */
const saysMore = (session: Session) => session.goal !== sessionTitle(session);

const WITHOUT_SUMMARY: Readonly<Record<Session['state'], string>> = {
  active: 'The session goes on. Its summary is written when it ends.',
  abandoned: 'Nobody has ended this session. An agent or a person can still end it with a summary.',
  ended: 'The session ended without a summary.',
};

function About({ session }: { session: Session }) {
  const { state, project, agent, team, started_at, ended_at, id } = session;
  return (
    <Card title="About">
      <Facts
        facts={[
          ['State', <SessionState key="state" state={state} />],
          [
            'Project',
            <a key="project" href={linkTo(projectPath(project))}>
              <UserText>{project}</UserText>
            </a>,
          ],
          ['Agent', agent && <UserText>{agent}</UserText>],
          ['Team', team && <UserText>{team}</UserText>],
          ['Started', <ExactTime key="started" at={started_at} />],
          ['Ended', ended_at && <ExactTime at={ended_at} />],
          ['Length', sessionLength(session, Date.now())],
          ['Notes', formatCount(session.observations_total)],
          ['Id', <code key="id">{id}</code>],
        ]}
      />
    </Card>
  );
}

function Learnt({ session: { id, state } }: { session: Session }) {
  const pages = usePages<Observation>(`notes of ${id}`, async (cursor, signal) => {
    const query = {
      session_id: id,
      limit: LIMIT,
      content_limit: EXTRACT,
      ...(cursor !== undefined && { cursor }),
    };
    const { data, response } = await api.GET('/api/v1/observations', { params: { query }, signal });
    // The other type of the answer is that to `ids`.
    return { rows: Array.isArray(data) ? data : data.observations, next: nextCursor(response) };
  });
  return (
    <Card title="What was learnt">
      <Paged
        pages={pages}
        empty={
          <p class="hint">
            {state === 'active' ? 'No notes yet.' : 'No notes were saved in this session.'}
          </p>
        }
      >
        {(notes) => (
          <>
            <ul class="rows">
              {notes.map(({ project: _, ...note }) => (
                <li key={note.id}>
                  <NoteRow note={note}>
                    {!note.content.startsWith(note.title) && (
                      <span class="extract">
                        <Extract of={note} />
                      </span>
                    )}
                  </NoteRow>
                </li>
              ))}
            </ul>
            {!pages.isWhole && pages.state === 'there' && (
              <Button onClick={pages.more}>Show more</Button>
            )}
          </>
        )}
      </Paged>
    </Card>
  );
}
