import type { Prompt } from 'memory-vault-client';
import { api } from '../../base/api.js';
import { promptPath } from '../../base/paths.js';
import { linkTo } from '../../base/place.js';
import { useAsk } from '../../base/useAsk.js';
import { Asking } from '../../kit/asking.js';
import { Badge } from '../../kit/badge.js';
import { Card } from '../../kit/card.js';
import { Command } from '../../kit/command.js';
import { EmptyState } from '../../kit/emptyState.js';
import { counted } from '../../kit/format.js';
import { Extract } from '../../kit/marked.js';
import { ScreenHead } from '../../kit/screenHead.js';
import { Time } from '../../kit/time.js';
import { UserText } from '../../kit/userText.js';
import { VirtualList } from '../../kit/virtualList.js';

/** The same for all: see `.prompt-row`. */
const ROW_HEIGHT = 82;

/** The prompts that are kept. */
export default function PromptsScreen() {
  const asked = useAsk('prompts', async (signal) => {
    const { data } = await api.GET('/api/v1/prompts', { signal });
    return data;
  });
  return (
    <>
      <ScreenHead
        title="Prompts"
        actions={
          <a class="button" href={linkTo('/new/prompt')} aria-keyshortcuts="p">
            New prompt
          </a>
        }
      >
        Texts that you use again and again, with all their versions.
      </ScreenHead>
      <Asking asked={asked}>
        {(prompts) =>
          prompts.length === 0 ? (
            <NoPrompts />
          ) : (
            <Card title={counted(prompts.length, 'prompt')}>
              <VirtualList
                label="Prompts"
                rows={prompts}
                keyOf={({ id }) => id}
                rowHeight={ROW_HEIGHT}
              >
                {(prompt) => <PromptRow prompt={prompt} />}
              </VirtualList>
            </Card>
          )
        }
      </Asking>
    </>
  );
}

function PromptRow({
  prompt: { name, team, version, content, tags, updated_at },
}: {
  prompt: Prompt;
}) {
  return (
    <a class="prompt-row" data-row href={linkTo(promptPath(name), { team })}>
      <span class="prompt-head">
        <span class="note-title one-line">
          <UserText>{name}</UserText>
        </span>
        {team && (
          <Badge tone="accent">
            <UserText>{team}</UserText>
          </Badge>
        )}
      </span>
      <span class="hint one-line">
        {/* A line of it: what is longer is cut where the line ends. */}
        <Extract of={{ content: content.slice(0, 200) }} />
      </span>
      <span class="note-row-foot one-line">
        {counted(version, 'version')}, the newest <Time at={updated_at} />{' '}
        {tags.map((tag) => (
          <UserText key={tag}>#{tag} </UserText>
        ))}
      </span>
    </a>
  );
}

function NoPrompts() {
  return (
    <EmptyState title="No prompts yet">
      <p>
        Save a prompt that worked under a name. Save it again to make the next version. Write it
        here, or in a terminal:
      </p>
      <Command text={'memory-vault prompts save review "Review this diff for lost writes."'} />
      <p>Agents and people read it by its name:</p>
      <Command text="memory-vault prompts review" />
    </EmptyState>
  );
}
