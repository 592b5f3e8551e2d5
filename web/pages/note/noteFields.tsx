import type { VaultError } from 'memory-vault-client';
import type { Ref } from 'preact';
import { anchorWords } from '../../diff/anchorWords.js';
import { Field } from '../../kit/field.js';
import { UserText } from '../../kit/userText.js';
import { errorAt } from '../../write/formFields.js';
import { MarkdownField } from '../../write/markdownField.js';
import { type Draft, NOTE_TYPES } from './draft.js';

const TIMES = [
  ['valid_until', 'Valid until'],
  ['review_after', 'Review after'],
] as const;

/** The fields of a note, with what the vault says of each. */
export function NoteFields({
  draft,
  set,
  errors,
  first,
}: {
  draft: Draft;
  set: (part: Partial<Draft>) => void;
  errors: VaultError['errors'];
  /** The field of the title. */
  first: Ref<HTMLInputElement>;
}) {
  return (
    <>
      <Field label="Title" error={errorAt('title', errors)}>
        <input
          ref={first}
          value={draft.title}
          maxLength={100}
          onInput={({ currentTarget }) => set({ title: currentTarget.value })}
        />
      </Field>
      <Field label="Type" error={errorAt('type', errors)}>
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
      <MarkdownField
        value={draft.content}
        error={errorAt('content', errors)}
        onInput={(content) => set({ content })}
      />
      <Field label="Tags" hint="One per line" error={errorAt('tags', errors)}>
        <textarea
          class="edit-tags"
          value={draft.tags}
          onInput={({ currentTarget }) => set({ tags: currentTarget.value })}
        />
      </Field>
      {draft.anchors.length > 0 && <Anchors draft={draft} set={set} />}
      <Field
        label={draft.anchors.length > 0 ? 'About these files too' : 'About these files'}
        hint="src/a.ts or src/a.ts:10-24, one per line"
        error={errorAt('anchors', errors)}
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
          error={errorAt(name, errors)}
        >
          <input
            type="date"
            value={draft[name]}
            onInput={({ currentTarget }) => set({ [name]: currentTarget.value })}
          />
        </Field>
      ))}
    </>
  );
}

/** What the note is about already: each can be taken away. */
function Anchors({ draft, set }: { draft: Draft; set: (part: Partial<Draft>) => void }) {
  return (
    <div class="field">
      <span class="field-label">About</span>
      <ul class="chips" aria-label="About">
        {draft.anchors.map((anchor, i) => (
          <li key={i}>
            <button
              type="button"
              class="chip"
              title="Remove"
              onClick={() => set({ anchors: draft.anchors.filter((one) => one !== anchor) })}
            >
              <UserText>{anchorWords(anchor)}</UserText> <span aria-hidden="true">×</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
