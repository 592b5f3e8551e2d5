import type { ComponentChildren } from 'preact';
import { goTo } from '../../../base/place.js';
import { ProjectSelect } from '../../../kit/projectSelect.js';
import { ScreenHead } from '../../../kit/screenHead.js';
import { Tabs } from '../../../kit/tabs.js';

const TABS = [
  { label: 'Proposed', path: '/inbox' },
  { label: 'Look again', path: '/inbox/look-again' },
];

/** The heading of both parts of the inbox, and the project that they show. */
export function InboxHead({
  at,
  project,
  children,
}: {
  at: string;
  /** Empty for all. */
  project: string;
  children: ComponentChildren;
}) {
  return (
    <>
      <ScreenHead
        title="Inbox"
        actions={
          <div class="filters">
            <ProjectSelect
              value={project}
              onChange={(name) => goTo(at, { project: name }, { replace: true })}
            />
          </div>
        }
      >
        {children}
      </ScreenHead>
      <Tabs label="Parts of the inbox" tabs={TABS} at={at} query={{ project }} />
    </>
  );
}
