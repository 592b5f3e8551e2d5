import { useLayoutEffect, useRef } from 'preact/hooks';
import { api } from '../../base/api.js';
import { promptPath } from '../../base/paths.js';
import { goTo } from '../../base/place.js';
import type { ScreenProps } from '../../base/screenProps.js';
import { useAsk } from '../../base/useAsk.js';
import { useDraft } from '../../base/useDraft.js';
import { Asking } from '../../kit/asking.js';
import { Card } from '../../kit/card.js';
import { Field } from '../../kit/field.js';
import { notify } from '../../kit/notices.js';
import { ScreenHead } from '../../kit/screenHead.js';
import { errorAt, tagsIn } from '../../write/formFields.js';
import { MarkdownField } from '../../write/markdownField.js';
import { isRedacted, savedWords } from '../../write/savedWords.js';
import { OlderDraft, WriteForm } from '../../write/writeForm.js';

/** What a version of a prompt begins with. */
interface Start {
  readonly name: string;
  readonly content: string;
  readonly tags: string;
}

/** Writes a prompt: a new one, or with `?name=`, and `?team=` if it is of a team, the next version of one that is there. */
export default function WritePromptScreen({ query }: ScreenProps) {
  const name = query.get('name') ?? '';
  const team = query.get('team') ?? undefined;
  const asked = useAsk(JSON.stringify([name, team]), async (signal) => {
    if (name === '') return { version: 0, start: { name, content: '', tags: '' } };
    const params = { path: { name }, query: team === undefined ? {} : { team } };
    const { data } = await api.GET('/api/v1/prompts/{name}', { params, signal });
    const { version, content, tags } = data;
    return { version, start: { name, content, tags: tags.join('\n') } };
  });
  return (
    <>
      <ScreenHead title={name === '' ? 'New prompt' : 'New version of a prompt'}>
        Write a text that you use again and again. The vault stores each version.
      </ScreenHead>
      <Asking asked={asked}>
        {({ start, version }) => <PromptForm start={start} version={version} team={team} />}
      </Asking>
    </>
  );
}

function PromptForm({
  start,
  version,
  team,
}: {
  start: Start;
  version: number;
  team: string | undefined;
}) {
  const isNew = version === 0;
  const draft = useDraft<Start>(`prompt ${JSON.stringify([team, start.name])}`, start, version);
  const { text, set, drop } = draft;
  const first = useRef<HTMLInputElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => (isNew ? first : field).current?.focus(), []);
  const save = async () => {
    const { name, content } = text;
    const body = { name, content, tags: tagsIn(text.tags), ...(team !== undefined && { team }) };
    const { data } = await api.POST('/api/v1/prompts', { body });
    notify(savedWords(`Saved as version ${data.version}.`, isRedacted(data.content, content)));
    drop();
    goTo(promptPath(data.name), { team: data.team });
  };
  return (
    <Card title={isNew ? 'Prompt' : start.name}>
      {draft.isOlder && <OlderDraft what="prompt" version={version} />}
      <WriteForm
        ways={[{ label: 'Save', save }]}
        isChanged={draft.isChanged}
        onClose={() => {
          drop();
          if (isNew) goTo('/prompts');
          else goTo(promptPath(start.name), { team });
        }}
      >
        {(errors) => (
          <>
            {isNew && (
              <Field
                label="Name"
                hint="Agents and people read it by its name. An existing name gets the next version."
                error={errorAt('name', errors)}
              >
                <input
                  ref={first}
                  value={text.name}
                  spellcheck={false}
                  onInput={({ currentTarget }) => set({ name: currentTarget.value })}
                />
              </Field>
            )}
            <MarkdownField
              field={field}
              value={text.content}
              error={errorAt('content', errors)}
              onInput={(content) => set({ content })}
            />
            <Field label="Tags" hint="One per line" error={errorAt('tags', errors)}>
              <textarea
                class="edit-tags"
                value={text.tags}
                onInput={({ currentTarget }) => set({ tags: currentTarget.value })}
              />
            </Field>
          </>
        )}
      </WriteForm>
    </Card>
  );
}
