import { api } from '../../base/api.js';
import { isAdmin } from '../../base/caller.js';
import { linkTo } from '../../base/place.js';
import { useAsk } from '../../base/useAsk.js';
import { useNews } from '../../base/useNews.js';
import { Asking } from '../../kit/asking.js';
import { Card } from '../../kit/card.js';
import { Figures } from '../../kit/facts.js';
import { counted, formatCount } from '../../kit/format.js';
import { Heatmap } from '../../kit/heatmap.js';
import { ScreenHead } from '../../kit/screenHead.js';
import { Time } from '../../kit/time.js';
import { FirstSteps } from './firstSteps.js';
import { NewestNotes, useNewest } from './newestNotes.js';
import { Projects } from './projects.js';
import { totalsOf } from './totalsOf.js';

/** What the vault holds, at a glance; of an empty one, how to begin. */
export default function HomeScreen() {
  const projects = useAsk('projects', async (signal) => {
    const params = { query: { filled: 'true' } } as const;
    const { data } = await api.GET('/api/v1/projects', { params, signal });
    return data;
  });
  const activity = useAsk('activity', async (signal) => {
    const { data } = await api.GET('/api/v1/activity', {
      params: { query: { days: 365 } },
      signal,
    });
    return data;
  });
  const newest = useNewest();
  useNews(() => {
    for (const asked of [projects, activity, newest]) asked.again();
  });
  return (
    <Asking asked={projects}>
      {(all) => {
        const { notes, sessions, active, lastAt } = totalsOf(all);
        // An agent that has begun has saved nothing yet: its session is no reason to stop helping.
        if (notes === 0) return <FirstSteps />;
        return (
          <>
            <ScreenHead
              title="Home"
              actions={
                isAdmin() && (
                  <a class="button" href={linkTo('/import')}>
                    Import a file
                  </a>
                )
              }
            >
              {counted(notes, 'note')} in {counted(all.length, 'project')}
              {lastAt && (
                <>
                  , last active <Time at={lastAt} />
                </>
              )}
            </ScreenHead>
            <div class="with-side glance">
              <Card title="Activity">
                <Asking asked={activity}>
                  {(counts) => (
                    <Heatmap
                      counts={counts}
                      linkOf={(date) => linkTo('/search', { from: date, to: date })}
                    />
                  )}
                </Asking>
              </Card>
              <Card title="In this vault">
                <Figures
                  figures={[
                    ['Notes', formatCount(notes)],
                    ['Projects', formatCount(all.length)],
                    ['Sessions', formatCount(sessions)],
                    ['Active sessions', formatCount(active)],
                  ]}
                />
              </Card>
              <NewestNotes asked={newest} />
              <Projects projects={all} />
            </div>
          </>
        );
      }}
    </Asking>
  );
}
