import type { AccessToken } from 'memory-vault-client';
import { Field } from '../../kit/field.js';

/** What a token or an application may do, as it is chosen. */
export interface MayDo {
  readonly scope: AccessToken['scope'];
  /** As they are typed: a project in each line. */
  readonly typed: string;
}

const WORDS = {
  read: 'Read the notes that you may read',
  write: 'Save and change notes',
  forget: 'Erase notes for good',
};

/** What the API takes. */
export function agreed({ scope, typed }: MayDo) {
  const projects = typed.split('\n').flatMap((line) => line.trim() || []);
  return { scope, ...(projects.length > 0 && { projects }) };
}

/** Chooses what it may do of what is offered, and where. */
export function MayDoFields({
  offered,
  chosen,
  onChange,
}: {
  offered: AccessToken['scope'];
  chosen: MayDo;
  onChange: (chosen: MayDo) => void;
}) {
  const { scope, typed } = chosen;
  return (
    <>
      <fieldset class="scopes">
        <legend class="field-label">It may</legend>
        {offered.map((one) => (
          <label key={one} class="check">
            <input
              type="checkbox"
              checked={scope.includes(one)}
              onChange={({ currentTarget: { checked } }) => {
                const others = scope.filter((other) => other !== one);
                onChange({ typed, scope: checked ? [...others, one] : others });
              }}
            />
            {WORDS[one]}
          </label>
        ))}
      </fieldset>
      <Field
        label="Only in these projects"
        hint="One per line. If the field is empty: all projects that you see."
      >
        <textarea
          rows={2}
          value={typed}
          onInput={({ currentTarget }) => onChange({ scope, typed: currentTarget.value })}
        />
      </Field>
    </>
  );
}
