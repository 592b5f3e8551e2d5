import { type Observation, VaultError } from 'memory-vault-client';
import { useEffect, useRef, useState } from 'preact/hooks';
import { api } from '../../base/api.js';
import { Button } from '../../kit/button.js';
import { Card } from '../../kit/card.js';
import { ErrorBox } from '../../kit/errorBox.js';
import { Field } from '../../kit/field.js';
import { notify } from '../../kit/notices.js';
import { UserText } from '../../kit/userText.js';
import { useUnsaved } from '../../kit/useUnsaved.js';
import { anchorWords } from './anchorWords.js';
import { changeOf, type Draft, draftOf, errorOf, NOTE_TYPES } from './draft.js';
import { savedWords } from './savedWords.js';

const TIMES = [
  ['valid_until', 'Valid until'],
  ['review_after', 'Review after'],
] as const;

/** A way to save a note, and what follows once it is saved. */
export interface Saving {
  readonly label: string;
  readonly afterwards?: () => Promise<unknown>;
}

export const SAVE: Saving = { label: 'Save' };

export interface EditNoteProps {
  readonly note: Observation;
  readonly title?: string;
  /** What the fields hold at first: by default what the note says. */
  readonly start?: Draft | undefined;
  /** The first is that of the keys. By default it is saved, and nothing follows. */
  readonly savings?: readonly [Saving, ...Saving[]];
  readonly onClose: (isSaved: boolean) => void;
}

/** The form of a note. What is saved is its next revision. */
export function EditNote({
  note,
  title = 'Edit',
  start,
  savings = [SAVE],
  onClose,
}: EditNoteProps) {
  const [draft, setDraft] = useState(() => start ?? draftOf(note));
  const [error, setError] = useState<unknown>(undefined);
  const isSaving = useRef(false);
  // Also where that which was to follow went wrong.
  const isSaved = useRef(false);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const change = changeOf(note, draft);
  useUnsaved(change !== undefined);
  const set = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const save = async ({ afterwards }: Saving) => {
    if (isSaving.current) return;
    if (!change) return onClose(isSaved.current);
    isSaving.current = true;
    setError(undefined);
    try {
      const asked = { params: { path: { id: note.id } }, body: change };
      const { data } = await api.PATCH('/api/v1/observations/{id}', asked);
      notify(savedWords(data, draft));
      isSaved.current = true;
      await afterwards?.();
      onClose(true);
    } catch (thrown) {
      setError(thrown);
    } finally {
      isSaving.current = false;
    }
  };
  const errors = error instanceof VaultError ? error.errors : [];
  return (
    <Card title={title}>
      <form
        class="edit-note"
        onSubmit={(event) => event.preventDefault()}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          void save(savings[0]);
        }}
      >
        <Field label="Title" error={errorOf('title', errors)}>
          <input
            ref={first}
            value={draft.title}
            maxLength={100}
            onInput={({ currentTarget }) => set({ title: currentTarget.value })}
          />
        </Field>
        <Field label="Type" error={errorOf('type', errors)}>
          <select
            value={draft.type}
            onChange={({ currentTarget: { value } }) => {
              const type = NOTE_TYPES.find((one) => one === value);
              if (type) set({ type });
            }}
          >
            {NOTE_TYPES.map((type) => (
              <option key={type}>{type}</option>
            ))}
          </select>
        </Field>
        <Field label="Text" hint="Markdown" error={errorOf('content', errors)}>
          <textarea
            class="edit-text"
            dir="auto"
            value={draft.content}
            onInput={({ currentTarget }) => set({ content: currentTarget.value })}
          />
        </Field>
        <Field label="Tags" hint="One in each line" error={errorOf('tags', errors)}>
          <textarea
            class="edit-tags"
            value={draft.tags}
            onInput={({ currentTarget }) => set({ tags: currentTarget.value })}
          />
        </Field>
        {draft.anchors.length > 0 && (
          <div class="field">
            <span class="field-label">About</span>
            <ul class="chips" aria-label="About">
              {draft.anchors.map((anchor, i) => (
                <li key={i}>
                  <button
                    type="button"
                    class="chip"
                    title="Take away"
                    onClick={() => set({ anchors: draft.anchors.filter((one) => one !== anchor) })}
                  >
                    <UserText>{anchorWords(anchor)}</UserText> <span aria-hidden="true">×</span>
                  </button>
                </li>
              ))}
            </ul>
          </div>
        )}
        <Field
          label="About these files too"
          hint="src/a.ts or src/a.ts:10-24, one in each line"
          error={errorOf('anchors', errors)}
        >
          <textarea
            class="edit-tags"
            value={draft.files}
            onInput={({ currentTarget }) => set({ files: currentTarget.value })}
          />
        </Field>
        {TIMES.map(([name, label]) => (
          <Field
            key={name}
            label={label}
            hint="The end of the day (UTC)"
            error={errorOf(name, errors)}
          >
            <input
              type="date"
              value={draft[name]}
              onInput={({ currentTarget }) => set({ [name]: currentTarget.value })}
            />
          </Field>
        ))}
        {error !== undefined && <ErrorBox error={error} />}
        <div class="actions">
          {savings.map((saving) => (
            <Button
              key={saving.label}
              kind={saving === savings[0] ? 'primary' : 'plain'}
              onClick={() => save(saving)}
              disabled={!change}
            >
              {saving.label}
            </Button>
          ))}
          <Button onClick={() => onClose(isSaved.current)}>
            {change ? 'Drop the changes' : 'Cancel'}
          </Button>
          <span class="hint">
            <kbd>Ctrl</kbd> <kbd>Enter</kbd> saves
          </span>
        </div>
      </form>
    </Card>
  );
}
