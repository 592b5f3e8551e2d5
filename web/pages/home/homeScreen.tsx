import { api } from '../../base/api.js';
import { isAdmin } from '../../base/caller.js';
import { linkTo } from '../../base/place.js';
import { useAsk } from '../../base/useAsk.js';
import { Asking } from '../../kit/asking.js';
import { Button } from '../../kit/button.js';
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
import { type HeldNews, useHeldNews } from './useHeldNews.js';

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
  const held = useHeldNews(newest, [projects, activity]);
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
                <>
                  {isAdmin() && (
                    <a class="button" href={linkTo('/import')}>
                      Import a file
                    </a>
                  )}
                  <a class="button" href={linkTo('/changes')}>
                    Compare days
                  </a>
                </>
              }
            >
              {counted(notes, 'note')} in {counted(all.length, 'project')}
              {lastAt && (
                <>
                  , last active <Time at={lastAt} />
                </>
              )}
            </ScreenHead>
            <div class="news" role="status">
              {held && <News news={held} />}
            </div>
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

/** Offers what came while somebody was reading. */
function News({ news: { count, show } }: { news: HeldNews }) {
  return (
    <Button kind="primary" shortcut="u" onClick={show}>
      {count === 0 ? 'Notes have changed: show them' : `Show ${counted(count, 'new note')}`}
    </Button>
  );
}
