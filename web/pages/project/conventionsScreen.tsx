import type { Conventions } from 'memory-vault-client';
import { api } from '../../base/api.js';
import { isAdmin } from '../../base/caller.js';
import { projectPath } from '../../base/paths.js';
import { linkTo } from '../../base/place.js';
import type { ScreenProps } from '../../base/screenProps.js';
import { useAsk } from '../../base/useAsk.js';
import { VersionHistory } from '../../diff/versionHistory.js';
import { Asking } from '../../kit/asking.js';
import { Badge } from '../../kit/badge.js';
import { Card } from '../../kit/card.js';
import { Command } from '../../kit/command.js';
import { CopyButton } from '../../kit/copyButton.js';
import { EmptyState } from '../../kit/emptyState.js';
import { Markdown } from '../../kit/markdown.js';
import { ScreenHead } from '../../kit/screenHead.js';
import { Time } from '../../kit/time.js';
import { UserText } from '../../kit/userText.js';
import { publishByCurl } from './publishByCurl.js';

/** What a project has agreed on, and how that has changed. */
export default function ConventionsScreen({ params: { project = '' }, query }: ScreenProps) {
  const team = query.get('team') ?? undefined;
  const ask = async (version: number | undefined, signal: AbortSignal): Promise<Conventions> => {
    const { data } = await api.GET('/api/v1/openspec/{project}', {
      params: { path: { project }, query: { ...(team && { team }), ...(version && { version }) } },
      signal,
    });
    return data;
  };
  const asked = useAsk(`conventions of ${project} ${team}`, (signal) => ask(undefined, signal));
  const newest = asked.value;
  return (
    <>
      <ScreenHead
        title={
          <>
            Conventions of <UserText>{project}</UserText>
          </>
        }
        actions={
          <>
            {isAdmin() && (
              <a
                class="button"
                href={linkTo(`${projectPath(project)}/conventions/new`, { team })}
                aria-keyshortcuts="e"
              >
                New version
              </a>
            )}
            <a class="button" href={linkTo(projectPath(project))}>
              Project
            </a>
          </>
        }
      >
        {newest?.updated_at && (
          <>
            Version {newest.version}, published <Time at={newest.updated_at} />{' '}
            {newest.team && <Badge>for {newest.team}</Badge>}
          </>
        )}
      </ScreenHead>
      <Asking asked={asked}>
        {(conventions) =>
          conventions.version === 0 ? (
            <NothingPublished project={project} />
          ) : (
            <div class="columns wide">
              <Card title="Conventions" actions={<CopyButton text={conventions.content} />}>
                <Markdown text={conventions.content} />
              </Card>
              <VersionHistory
                newest={conventions}
                ask={ask}
                path={`${projectPath(project)}/conventions`}
                query={query}
              />
            </div>
          )
        }
      </Asking>
    </>
  );
}

function NothingPublished({ project }: { project: string }) {
  return (
    <EmptyState title="No conventions yet">
      <p>
        Conventions are rules for every agent and person in a project. Agents read them when a
        session starts. An admin publishes them, here or in a terminal:
      </p>
      <Command text={publishByCurl(location.origin, project)} />
    </EmptyState>
  );
}
