/** What a note says. */
export interface Said {
  readonly title: string;
  readonly content: string;
  readonly type: string;
  readonly tags: readonly string[];
}

/** A note as the model keeps it: everything that was ever said, oldest first. */
export interface Note {
  readonly id: string;
  readonly project: string;
  readonly session_id: string | null;
  readonly revisions: (Said & { readonly position: number })[];
}

/** A vault in plain words: a list of notes. */
export interface Model {
  /** In the order in which they were saved. What is forgotten is not in it. */
  notes: Note[];
  forgotten: string[];
  /** Where the log ends. */
  position: number;
}

export const emptyModel = (): Model => ({ notes: [], forgotten: [], position: 0 });

/** A note in the words of its last revision up to a position. */
export function saidAt(note: Note, position: number): Said | undefined {
  return note.revisions.filter((one) => one.position <= position).at(-1);
}

/** The note of a session that holds some content, the first that came to say it. */
export function holderOf(
  model: Model,
  { session_id, project }: Pick<Note, 'session_id' | 'project'>,
  said: Said,
): Note | undefined {
  if (session_id === null) return undefined;
  const holders = model.notes.filter((note) => {
    const now = note.revisions.at(-1);
    return (
      note.session_id === session_id &&
      note.project === project &&
      now?.title === said.title &&
      now.content === said.content &&
      now.type === said.type
    );
  });
  return holders.sort((a, b) => lastPosition(a) - lastPosition(b))[0];
}

const lastPosition = (note: Note) => note.revisions.at(-1)?.position ?? 0;

/** The notes of a project as they were after a position, newest first. */
export function contextAt(model: Model, project: string, position: number) {
  return model.notes
    .filter((note) => note.project === project)
    .flatMap((note) => {
      const said = saidAt(note, position);
      return said ? [{ id: note.id, title: said.title, content: said.content }] : [];
    })
    .reverse();
}
