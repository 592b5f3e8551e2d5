/**
 * What the columns of a table can become, each with the names that such a column usually has, as `plainName` writes them. Of
 * several columns, the one whose name comes first here is taken.
 */
export const FIELDS = {
  id: 'id uuid guid ulid noteid memoryid entryid issueid issuekey',
  title: 'title summary subject headline heading name',
  content: 'content body text note notes description details memory message observation comment',
  type: 'type kind category notetype issuetype memorytype',
  tags: 'tags tag labels label keywords keyword topics',
  author: 'author by user username createdby creator writer reporter',
  project: 'project projectname repo repository workspace',
  created_at:
    'createdat created creationdate createdtime createdon datecreated timestamp datetime date time at',
  session: 'session sessionid conversation conversationid threadid',
  path: 'path paths file files filename filenames filepath filepaths',
  commit: 'commit commithash commitid sha commitsha ref reference',
  supersedes: 'supersedes replaces',
  // What only the program has a use for that wrote the table.
  left_out:
    'updatedat updated modified modifiedat lastmodified lastupdated lastedited lastaccessed lastaccessedat embedding ' +
    'embeddings vector contenthash hash',
} as const;

/** What a column can become: a field of a note, or nothing (`left_out`). */
export type Field = keyof typeof FIELDS;

// The cast is safe: these are its keys.
export const FIELD_NAMES = Object.keys(FIELDS) as readonly Field[];

/** Fields that take any number of columns. */
export const SEVERAL: readonly Field[] = ['tags', 'path', 'left_out'];

/** What becomes of a column. */
export interface ColumnUse {
  readonly column: string;
  /** `tag`: no field takes it, so that each value is kept as a tag `column:value`. */
  readonly becomes: Field | 'tag';
  /** Whether somebody said so; else it is guessed from the name of the column. */
  readonly isSaid: boolean;
}
