import { Button } from '../../kit/button.js';
import { Card } from '../../kit/card.js';
import { Field } from '../../kit/field.js';
import { FilterInput } from '../../kit/filterInput.js';
import { formatBytes } from '../../kit/format.js';
import { UserText } from '../../kit/userText.js';
import type { Settings } from './useImport.js';

const FORMS: readonly (readonly [Settings['form'], string])[] = [
  ['', 'By its file name'],
  ['ndjson', 'NDJSON: one object per line'],
  ['csv', 'CSV: a table with a note per row'],
  ['notes', 'Markdown: a note per section'],
];

/** The file that is imported, and how it is read. */
export function FileCard({
  file,
  settings,
  isImporting,
  onChange,
  onOther,
}: {
  file: File;
  settings: Settings;
  /** Then nothing is changed any more. */
  isImporting: boolean;
  onChange: (settings: Settings) => void;
  onOther: () => void;
}) {
  return (
    <Card title="File" actions={!isImporting && <Button onClick={onOther}>Another file</Button>}>
      <p>
        <UserText>{file.name}</UserText>, {formatBytes(file.size)}
      </p>
      <fieldset class="import-settings" disabled={isImporting}>
        <Field label="Read it as">
          <select
            value={settings.form}
            onChange={({ currentTarget }) => {
              const form = FORMS.find(([one]) => one === currentTarget.value)?.[0] ?? '';
              onChange({ ...settings, form });
            }}
          >
            {FORMS.map(([form, words]) => (
              <option key={form} value={form}>
                {words}
              </option>
            ))}
          </select>
        </Field>
        <Field label="Project for notes without one">
          <FilterInput
            value={settings.project}
            onCommit={(project) =>
              project !== settings.project && onChange({ ...settings, project })
            }
          />
        </Field>
      </fieldset>
    </Card>
  );
}
