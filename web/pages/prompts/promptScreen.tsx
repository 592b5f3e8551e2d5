import type { Prompt } from 'memory-vault-client';
import { api } from '../../base/api.js';
import { promptPath } from '../../base/paths.js';
import { linkTo } from '../../base/place.js';
import type { ScreenProps } from '../../base/screenProps.js';
import { useAsk } from '../../base/useAsk.js';
import { VersionHistory } from '../../diff/versionHistory.js';
import { Asking } from '../../kit/asking.js';
import { Card } from '../../kit/card.js';
import { CopyButton } from '../../kit/copyButton.js';
import { Facts } from '../../kit/facts.js';
import { Markdown } from '../../kit/markdown.js';
import { ScreenHead } from '../../kit/screenHead.js';
import { ExactTime } from '../../kit/time.js';
import { UserText } from '../../kit/userText.js';

/** A prompt: its newest text, and what changed between its versions. */
export default function PromptScreen({ params: { name = '' }, query }: ScreenProps) {
  const team = query.get('team') ?? undefined;
  const ask = async (version: number | undefined, signal: AbortSignal): Promise<Prompt> => {
    const { data } = await api.GET('/api/v1/prompts/{name}', {
      params: { path: { name }, query: { ...(team && { team }), ...(version && { version }) } },
      signal,
    });
    return data;
  };
  const asked = useAsk(`prompt ${name} ${team}`, (signal) => ask(undefined, signal));
  return (
    <>
      <ScreenHead
        title={<UserText>{name}</UserText>}
        actions={
          <>
            <a class="button" href={linkTo('/new/prompt', { name, team })} aria-keyshortcuts="e">
              New version
            </a>
            <a class="button" href={linkTo('/prompts')}>
              All prompts
            </a>
          </>
        }
      />
      <Asking asked={asked}>
        {(prompt) => (
          <>
            <div class="columns wide">
              <Card title="Newest text" actions={<CopyButton text={prompt.content} />}>
                <Markdown text={prompt.content} />
                <About prompt={prompt} />
              </Card>
              <VersionHistory newest={prompt} ask={ask} path={promptPath(name)} query={query} />
            </div>
          </>
        )}
      </Asking>
    </>
  );
}

function About({ prompt: { version, team, tags, created_at, updated_at } }: { prompt: Prompt }) {
  return (
    <Facts
      facts={[
        ['Version', version],
        ['Belongs to', team ? <UserText>{team}</UserText> : 'all'],
        ['Tags', tags.length > 0 && <UserText>{tags.map((tag) => `#${tag}`).join(' ')}</UserText>],
        ['First saved', <ExactTime key="created" at={created_at} />],
        ['This version', <ExactTime key="updated" at={updated_at} />],
      ]}
    />
  );
}
