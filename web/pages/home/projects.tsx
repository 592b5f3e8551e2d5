import type { Project } from 'memory-vault-client';
import { useState } from 'preact/hooks';
import { projectPath } from '../../base/paths.js';
import { linkTo } from '../../base/place.js';
import { Badge } from '../../kit/badge.js';
import { Button } from '../../kit/button.js';
import { Card } from '../../kit/card.js';
import { counted } from '../../kit/format.js';
import { layerWords } from '../../kit/layerWords.js';
import { Time } from '../../kit/time.js';
import { UserText } from '../../kit/userText.js';

/** As many as a glance takes in. */
const FIRST = 12;

/** The projects, the last active first. */
export function Projects({ projects }: { projects: readonly Project[] }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? projects : projects.slice(0, FIRST);
  const most = Math.max(...projects.map(({ observations_total }) => observations_total));
  return (
    <Card title="Projects">
      <ul class="rows">
        {shown.map((one) => (
          <li key={one.project}>
            <a class="project-row" data-row href={linkTo(projectPath(one.project))}>
              <span class="project-name">
                <UserText>{one.project}</UserText>
                {layerWords(one.project) && <Badge>{layerWords(one.project)}</Badge>}
                {one.sessions_active > 0 && <Badge tone="good">{one.sessions_active} active</Badge>}
              </span>
              <meter
                aria-hidden="true"
                min={0}
                max={Math.max(1, most)}
                value={one.observations_total}
              />
              <span class="note-row-foot">
                <span>{counted(one.observations_total, 'note')}</span>
                <span>{counted(one.sessions_total, 'session')}</span>
                <Time at={one.last_activity_at} />
              </span>
            </a>
          </li>
        ))}
      </ul>
      {!isWhole && projects.length > FIRST && (
        <Button onClick={() => setWhole(true)}>Show all {projects.length}</Button>
      )}
    </Card>
  );
}
