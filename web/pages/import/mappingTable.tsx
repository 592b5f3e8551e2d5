import { type ColumnUse, FIELD_NAMES } from '../../../src/domain/importing/tableFields.js';
import { Table } from '../../kit/table.js';
import { UserText } from '../../kit/userText.js';
import type { Chosen } from './mapOf.js';

type Becomes = ColumnUse['becomes'];

const LEFT_OUT: Becomes = 'left_out';
const WORDS: Partial<Record<Becomes, string>> = {
  tag: 'tags, after the column name',
  left_out: 'nothing: left out',
  created_at: 'time',
  tags: 'tags',
  path: 'file',
};

/** What each column of a table becomes, to be corrected. */
export function MappingTable({
  guessed,
  chosen,
  onChoose,
}: {
  guessed: readonly ColumnUse[];
  chosen: Chosen;
  onChoose: (column: string, becomes: Becomes) => void;
}) {
  return (
    <Table
      label="What the columns become"
      rows={guessed}
      keyOf={({ column }) => column}
      columns={[
        { head: 'Column', cell: ({ column }) => <UserText>{column}</UserText> },
        {
          head: 'Becomes',
          cell: ({ column, becomes }) => (
            <select
              aria-label={`What ${column} becomes`}
              value={chosen.get(column) ?? becomes}
              // The values are those of the options.
              onChange={({ currentTarget }) => onChoose(column, currentTarget.value as Becomes)}
            >
              {offered(becomes).map((one) => (
                <option key={one} value={one}>
                  {WORDS[one] ?? one}
                </option>
              ))}
            </select>
          ),
        },
      ]}
    />
  );
}

/** Tags are offered where they are the guess: no mapping can ask for them. */
const offered = (guess: Becomes): readonly Becomes[] => [
  ...FIELD_NAMES.filter((field) => field !== LEFT_OUT),
  ...(guess === 'tag' ? [guess] : []),
  LEFT_OUT,
];
