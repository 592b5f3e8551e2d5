import type { NoteLine } from '../domain/archive/archiveLine.js';
import { formC } from '../domain/formC.js';
import { formatTime, toSeconds } from '../domain/time.js';
import { nearestType } from './nearestType.js';
import { peerTags } from './peerTags.js';
import { LONGEST, shortening } from './shortening.js';
import type { SourceRow } from './sourceRow.js';
import { UnreadableRow } from './unreadableRow.js';

/** A note of a peer, in the peer's words; its texts are trimmed, and none is empty. */
export interface PeerNote {
  readonly row: string;
  readonly id: string;
  readonly type: string;
  /** Without one, the first line of the content is the title. */
  readonly title: string | undefined;
  readonly content: string | undefined;
  readonly tags: readonly (string | undefined)[];
  readonly project?: string | undefined;
  readonly team?: string | undefined;
  readonly country?: string | undefined;
  readonly author?: string | undefined;
  readonly session?: string | undefined;
  readonly supersedes?: string | undefined;
  readonly isPinned?: boolean;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/**
 * The line of a note. A title that is too long stays whole as the first line of the content; a type that the vault does not
 * have becomes the tag `src-type:…`. Throws `UnreadableRow` for a note without content.
 */
export function noteRow(note: PeerNote): SourceRow {
  if (note.content === undefined) throw new UnreadableRow('it has no content');
  const fields = shortening();
  const type = nearestType(note.type);
  const { tags, shortened } = peerTags([
    ...(type === note.type ? [] : [`src-type:${note.type}`]),
    ...note.tags,
  ]);
  if (shortened) fields.note('tags');
  const { title, content } = titled(note.title, note.content, fields.shorten);
  const line: NoteLine = {
    ...{ record: 'note', id: note.id, type, title, content, tags },
    ...fields.name('project', note.project),
    ...fields.name('team', note.team),
    ...fields.name('country', note.country),
    ...fields.name('author', note.author),
    ...(note.session !== undefined && { session_id: note.session }),
    created_at: formatTime(toSeconds(note.at)),
    ...(note.supersedes !== undefined && { supersedes: note.supersedes }),
    ...(note.isPinned && { pinned: true as const }),
  };
  return { row: note.row, line, ...fields.said() };
}

/** The first line of a text as a title loses nothing where it is cut: the content holds it anyway. */
function titled(
  title: string | undefined,
  content: string,
  shorten: (field: string, text: string, most: number) => string,
): { title: string; content: string } {
  if (title === undefined) {
    const [firstLine = ''] = content.split('\n', 1);
    const short = shortening().shorten('title', firstLine.trim(), LONGEST.title);
    return { title: short, content: shorten('content', content, LONGEST.content) };
  }
  const short = shorten('title', title.replace(/\s+/g, ' '), LONGEST.title);
  const isCut = short !== formC(title.replace(/\s+/g, ' '));
  const whole = isCut ? `${title}\n\n${content}` : content;
  return { title: short, content: shorten('content', whole, LONGEST.content) };
}
