import type { Summary } from 'memory-vault-client';
import { useEffect } from 'preact/hooks';
import { api } from '../../base/api.js';
import { projectPath } from '../../base/paths.js';
import { linkTo } from '../../base/place.js';
import type { ScreenProps } from '../../base/screenProps.js';
import { useAsk } from '../../base/useAsk.js';
import { Asking } from '../../kit/asking.js';
import { Card } from '../../kit/card.js';
import { Command } from '../../kit/command.js';
import { EmptyState } from '../../kit/emptyState.js';
import { counted } from '../../kit/format.js';
import { Heatmap } from '../../kit/heatmap.js';
import { ScreenHead } from '../../kit/screenHead.js';
import { Time } from '../../kit/time.js';
import { UserText } from '../../kit/userText.js';
import { Glance } from './glance.js';
import { Overview } from './overview.js';
import { Timeline } from './timeline.js';

/** A project at a glance, and its notes in the order of time. */
export default function ProjectScreen({ params: { project = '' }, query }: ScreenProps) {
  const summary = useAsk(`summary of ${project}`, async (signal) => {
    const { data } = await api.GET('/api/v1/summary/{project}', {
      params: { path: { project } },
      signal,
    });
    return data;
  });
  return (
    <>
      <ScreenHead
        title={<UserText>{project}</UserText>}
        actions={
          <>
            <a class="button" href={linkTo(`${projectPath(project)}/conventions`)}>
              Conventions
            </a>
            <a class="button" aria-keyshortcuts="c" href={linkTo('/changes', { project })}>
              Compare days
            </a>
            <a class="button" href={linkTo('/sessions', { project })}>
              Sessions
            </a>
            <a class="button" href={linkTo('/search', { project })}>
              Search
            </a>
            <button type="button" class="only-narrow" onClick={showTimeline}>
              Timeline
            </button>
          </>
        }
      >
        {summary.value?.last_at && (
          <>
            {counted(summary.value.observations_total, 'note')}, the newest{' '}
            <Time at={summary.value.last_at} />
          </>
        )}
      </ScreenHead>
      <Asking asked={summary}>
        {(known) =>
          known.observations_total + known.sessions_total === 0 ? (
            <Unknown project={project} />
          ) : (
            <Known summary={known} query={query} />
          )
        }
      </Asking>
    </>
  );
}

function Known({ summary, query }: { summary: Summary; query: URLSearchParams }) {
  const { project } = summary;
  const activity = useAsk(`activity of ${project}`, async (signal) => {
    const params = { query: { project, days: 365 } };
    const { data } = await api.GET('/api/v1/activity', { params, signal });
    return data;
  });
  const linkOf = (day: string) => linkTo(projectPath(project), { day });
  const day = query.get('day');
  useEffect(() => {
    if (day !== null) showTimeline();
  }, [day]);
  return (
    <div class="with-side glance project">
      <Card title="Activity">
        <Asking asked={activity}>{(counts) => <Heatmap counts={counts} linkOf={linkOf} />}</Asking>
      </Card>
      <Glance summary={summary} />
      <Overview summary={summary} />
      <Timeline project={project} types={summary.by_type} query={query} />
    </div>
  );
}

function showTimeline() {
  document.getElementById('timeline')?.scrollIntoView();
}

function Unknown({ project }: { project: string }) {
  return (
    <EmptyState title="This project has no notes yet">
      <p>
        <a class="button" href={linkTo('/new/note', { project })}>
          Write a first note
        </a>
      </p>
      <p>Or save one in a terminal:</p>
      <Command
        text={`memory-vault save --project ${quoted(project)} "What everybody should know"`}
      />
    </EmptyState>
  );
}

/** An argument of a shell. */
function quoted(text: string): string {
  return /^[\w.-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
