import type { Session } from 'memory-vault-client';
import { api } from '../../base/api.js';
import { goTo } from '../../base/place.js';
import type { ScreenProps } from '../../base/screenProps.js';
import { usePages } from '../../base/usePages.js';
import { Button } from '../../kit/button.js';
import { Card } from '../../kit/card.js';
import { Command } from '../../kit/command.js';
import { EmptyState } from '../../kit/emptyState.js';
import { Paged } from '../../kit/paged.js';
import { ProjectSelect } from '../../kit/projectSelect.js';
import { ScreenHead } from '../../kit/screenHead.js';
import { VirtualList } from '../../kit/virtualList.js';
import { ROW_HEIGHT, SessionRow } from './sessionRow.js';

const LIMIT = 100;
const STATES: readonly Session['state'][] = ['active', 'abandoned', 'ended'];

/** The work sessions, the last started first; of a project, or in a state. */
export default function SessionsScreen({ query }: ScreenProps) {
  const project = query.get('project') ?? '';
  const state = STATES.find((one) => one === query.get('state'));
  const isNarrowed = project !== '' || state !== undefined;
  const pages = usePages<Session>(`${state} ${project}`, async (before, signal) => {
    const { data } = await api.GET('/api/v1/sessions/all', {
      params: {
        query: {
          limit: LIMIT,
          filled: 'true',
          ...(project && { project }),
          ...(state && { state }),
          ...(before !== undefined && { before }),
        },
      },
      signal,
    });
    return { rows: data, next: data.length < LIMIT ? undefined : data.at(-1)?.id };
  });
  const show = (change: { project?: string; state?: string }) =>
    goTo('/sessions', { project, state, ...change }, { replace: true });
  return (
    <>
      <ScreenHead title="Sessions">
        What agents and people worked on, and what was learnt on the way.
      </ScreenHead>
      <Card
        title="Newest first"
        actions={
          <div class="actions filters">
            {isNarrowed && (
              <Button onClick={() => show({ project: '', state: '' })}>Show all</Button>
            )}
            <ProjectSelect value={project} onChange={(name) => show({ project: name })} />
            <select
              aria-label="State"
              value={state ?? ''}
              onChange={({ currentTarget }) => show({ state: currentTarget.value })}
            >
              <option value="">All states</option>
              {STATES.map((one) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
            </select>
          </div>
        }
      >
        <Paged
          pages={pages}
          empty={
            isNarrowed ? (
              <p class="hint">No session matches. Show all to see the others.</p>
            ) : (
              <NoSessions />
            )
          }
        >
          {(sessions) => (
            <VirtualList
              label="Sessions"
              rows={sessions}
              keyOf={({ id }) => id}
              rowHeight={ROW_HEIGHT}
              onNearEnd={pages.more}
            >
              {(session) => <SessionRow session={session} />}
            </VirtualList>
          )}
        </Paged>
      </Card>
    </>
  );
}

function NoSessions() {
  return (
    <EmptyState title="No sessions yet">
      <p>
        Set up an agent. You then see a session here for each time that it works, with its goal,
        what it learnt, and a summary at the end.
      </p>
      <Command text="memory-vault setup claude-code" />
    </EmptyState>
  );
}
