import type { components } from 'memory-vault-client';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { api } from '../../base/api.js';
import { projectPath } from '../../base/paths.js';
import { goTo, linkTo } from '../../base/place.js';
import type { ScreenProps } from '../../base/screenProps.js';
import { useAsk } from '../../base/useAsk.js';
import { useDraft } from '../../base/useDraft.js';
import { Card } from '../../kit/card.js';
import { Field } from '../../kit/field.js';
import { notify } from '../../kit/notices.js';
import { ScreenHead } from '../../kit/screenHead.js';
import { UserText } from '../../kit/userText.js';
import { whyNot } from '../../kit/whyNot.js';
import { errorAt } from '../../write/formFields.js';
import { savedWords } from '../../write/savedWords.js';
import { type Way, WriteForm } from '../../write/writeForm.js';
import { type NewDraft, newNoteOf } from './draft.js';
import { NoteFields } from './noteFields.js';
import { type Twin, twinOf } from './twinOf.js';

const EMPTY: NewDraft = {
  type: 'decision',
  title: '',
  content: '',
  tags: '',
  anchors: [],
  files: '',
  valid_until: '',
  review_after: '',
  project: '',
  pinned: false,
};

/** Writes a new note; `?project=` is that of the screen where somebody pressed `n`. */
export default function NewNoteScreen({ query }: ScreenProps) {
  const start = { ...EMPTY, project: query.get('project') ?? '' };
  const { text: draft, set, isChanged, drop } = useDraft<NewDraft>('new note', start);
  const [twin, setTwin] = useState<Twin>();
  const first = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => first.current?.focus(), []);
  const note = newNoteOf(draft);
  const leave = (path: string) => {
    drop();
    goTo(path);
  };
  const store = async (force: boolean) => {
    const { data } = await api.POST('/api/v1/observations', { body: { ...note, force } });
    if ('deduplicated' in data) return setTwin({ id: data.existing_id, title: draft.title });
    await pin(data.id, draft.pinned);
    notify(savedWords('Saved.', isFiltered(data)));
    leave(`/note/${data.id}`);
  };
  const save = async () => {
    const found = await twinOf(note);
    if (found) return setTwin(found);
    setTwin(undefined);
    await store(false);
  };
  const ways: [Way, ...Way[]] = [
    { label: 'Save', save },
    // The key only asks again.
    ...(twin ? [{ label: 'Save it anyway', save: () => store(true) }] : []),
  ];
  return (
    <>
      <ScreenHead title="New note">
        Write what agents and people should know later. Secrets are replaced before the note is
        stored.
      </ScreenHead>
      <Card title="Note">
        <WriteForm
          ways={ways}
          isChanged={isChanged}
          onClose={() => leave(start.project ? projectPath(start.project) : '/')}
        >
          {(errors) => (
            <>
              <ProjectField
                value={draft.project}
                error={errorAt('project', errors)}
                onInput={(project) => set({ project })}
              />
              <NoteFields
                draft={draft}
                set={(part) => {
                  setTwin(undefined);
                  set(part);
                }}
                errors={errors}
                first={first}
              />
              <label class="check">
                <input
                  type="checkbox"
                  checked={draft.pinned}
                  onChange={({ currentTarget }) => set({ pinned: currentTarget.checked })}
                />
                Pin it: agents of the project get it first
              </label>
              {twin && <TwinBox twin={twin} />}
            </>
          )}
        </WriteForm>
      </Card>
    </>
  );
}

function TwinBox({ twin: { id, title } }: { twin: Twin }) {
  return (
    <div class="box warn" role="alert">
      <p>
        <strong>The vault already has a note like this. Yours is not saved.</strong>
      </p>
      <p>
        <a href={linkTo(`/note/${id}`)}>
          <UserText>{title}</UserText>
        </a>
      </p>
      <p class="hint">Your draft stays here while you look at that note.</p>
    </div>
  );
}

/** A project that is there, or the name of a new one. */
function ProjectField({
  value,
  error,
  onInput,
}: {
  value: string;
  error: string | undefined;
  onInput: (name: string) => void;
}) {
  const { value: names = [] } = useAsk('projects', async (signal) => {
    const params = { query: { filled: 'true' } } as const;
    const { data } = await api.GET('/api/v1/projects', { params, signal });
    return data.map(({ project }) => project);
  });
  return (
    <Field label="Project" hint="An existing project, a new name, or empty" error={error}>
      <input
        list="projects"
        value={value}
        spellcheck={false}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
      <datalist id="projects">
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </Field>
  );
}

/** The note is saved by then: what goes wrong here is said, and loses nothing. */
async function pin(id: string, isWanted: boolean): Promise<void> {
  if (!isWanted) return;
  try {
    await api.PUT('/api/v1/observations/{id}/pin', { params: { path: { id } } });
  } catch (error) {
    notify(`The note is not pinned: ${whyNot(error)}`);
  }
}

function isFiltered(answer: components['schemas']['SaveAnswer']): boolean {
  return 'redactions' in answer && (answer.redactions?.length ?? 0) > 0;
}
