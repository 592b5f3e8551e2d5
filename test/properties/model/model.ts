/** The fields of a note that can change. */
export interface Said {
  readonly title: string;
  readonly content: string;
  readonly type: string;
  readonly tags: readonly string[];
}

/** A note in the model: all of its revisions, oldest first. */
export interface Note {
  readonly id: string;
  readonly project: string;
  readonly session_id: string | null;
  readonly revisions: (Said & { readonly position: number })[];
}

/** The model of a vault: a list of notes. */
export interface Model {
  /** In the order of saving, without forgotten ones. */
  notes: Note[];
  forgotten: string[];
  /** The last position of the log. */
  position: number;
}

export const emptyModel = (): Model => ({ notes: [], forgotten: [], position: 0 });

/** A note in its last revision up to a position. */
export function saidAt(note: Note, position: number): Said | undefined {
  return note.revisions.filter((one) => one.position <= position).at(-1);
}

/** The note of a session with that content; of several, the first that got it. */
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
