import type { Conventions } from 'memory-vault-client';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { api } from '../../base/api.js';
import { projectPath } from '../../base/paths.js';
import { goTo } from '../../base/place.js';
import type { ScreenProps } from '../../base/screenProps.js';
import { useAsk } from '../../base/useAsk.js';
import { useDraft } from '../../base/useDraft.js';
import { Asking } from '../../kit/asking.js';
import { Card } from '../../kit/card.js';
import { notify } from '../../kit/notices.js';
import { ScreenHead } from '../../kit/screenHead.js';
import { UserText } from '../../kit/userText.js';
import { errorAt } from '../../write/formFields.js';
import { MarkdownField } from '../../write/markdownField.js';
import { isRedacted, savedWords } from '../../write/savedWords.js';
import { OlderDraft, WriteForm } from '../../write/writeForm.js';

/** Writes the next version of what a project has agreed on; with `?team=`, for that team. */
export default function WriteConventionsScreen({ params: { project = '' }, query }: ScreenProps) {
  const team = query.get('team') ?? undefined;
  const asked = useAsk(JSON.stringify([project, team]), async (signal) => {
    const params = { path: { project }, query: team === undefined ? {} : { team } };
    return (await api.GET('/api/v1/openspec/{project}', { params, signal })).data;
  });
  return (
    <>
      <ScreenHead
        title={
          <>
            Conventions of <UserText>{project}</UserText>
          </>
        }
      >
        Rules for every agent and person in this project. Agents read them when a session starts.
      </ScreenHead>
      <Asking asked={asked}>
        {(newest) => <ConventionsForm project={project} newest={newest} team={team} />}
      </Asking>
    </>
  );
}

function ConventionsForm({
  project,
  newest,
  team,
}: {
  project: string;
  newest: Conventions;
  team: string | undefined;
}) {
  // Those for all are shown to a team that has none of its own: what it publishes is its first version.
  const version = newest.team === team ? newest.version : 0;
  const draft = useDraft(
    `conventions ${JSON.stringify([team, project])}`,
    { content: newest.content },
    version,
  );
  const { text, set, drop } = draft;
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  const leave = () => {
    drop();
    goTo(`${projectPath(project)}/conventions`, { team });
  };
  const publish = async () => {
    const body = { ...text, ...(team !== undefined && { team }) };
    const asked = { params: { path: { project } }, body };
    const { data } = await api.PUT('/api/v1/openspec/{project}', asked);
    const done = `Published as version ${data.version}.`;
    notify(savedWords(done, isRedacted(data.content, text.content)));
    leave();
  };
  return (
    <Card title={team === undefined ? 'For all' : `For the team ${team}`}>
      {draft.isOlder && <OlderDraft what="text" version={version} />}
      <WriteForm
        ways={[{ label: 'Publish', save: publish }]}
        isChanged={draft.isChanged}
        onClose={leave}
      >
        {(errors) => (
          <MarkdownField
            label="Conventions"
            field={field}
            value={text.content}
            error={errorAt('content', errors)}
            onInput={(content) => set({ content })}
          />
        )}
      </WriteForm>
    </Card>
  );
}
