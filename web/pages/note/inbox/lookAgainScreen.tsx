import type { ReviewedNote } from 'memory-vault-client';
import { api } from '../../../base/api.js';
import { linkTo } from '../../../base/place.js';
import type { ScreenProps } from '../../../base/screenProps.js';
import { titlesOf } from '../../../base/titlesOf.js';
import { nextCursor, type Page, usePages } from '../../../base/usePages.js';
import { Card } from '../../../kit/card.js';
import { EmptyState } from '../../../kit/emptyState.js';
import { shortId } from '../../../kit/format.js';
import { Extract } from '../../../kit/marked.js';
import { NoteRow } from '../../../kit/noteRow.js';
import { Paged } from '../../../kit/paged.js';
import { UserText } from '../../../kit/userText.js';
import { InboxHead } from './inboxHead.js';
import { More } from './more.js';
import { reasonWords } from './reviewReasons.js';

/** As many ids as can be asked for at once. */
const LIMIT = 50;
const EXTRACT = 180;

/** A note to look at again, with the title of the note that contradicts it. */
interface Reviewed {
  readonly note: ReviewedNote;
  readonly contradiction: string | undefined;
}

/** The notes that count, and that somebody should look at again. */
export default function LookAgainScreen({ query }: ScreenProps) {
  const project = query.get('project') ?? '';
  const pages = usePages(project, (cursor, signal) => reviewed(project, cursor, signal));
  return (
    <>
      <InboxHead at="/inbox/look-again" project={project}>
        Notes that may no longer hold. Open one to revise it, to record that it helped, or to change
        its dates.
      </InboxHead>
      <Paged pages={pages} empty={<NothingToDo />}>
        {(rows) => (
          <Card title="Newest first">
            <ul class="rows">
              {rows.map(({ note, contradiction }) => (
                <li key={note.id}>
                  <NoteRow note={note}>
                    <span class="extract">
                      <Extract of={note} />
                    </span>
                  </NoteRow>
                  <ul class="reasons">
                    {note.reasons.map((reason) => (
                      <li key={reason}>
                        <UserText>{reasonWords(note, reason)}</UserText>
                        {reason === 'contradicted' && note.contradicted_by && (
                          <>
                            {' '}
                            <a href={linkTo(`/note/${note.contradicted_by}`)}>
                              <UserText>{contradiction ?? shortId(note.contradicted_by)}</UserText>
                            </a>
                          </>
                        )}
                      </li>
                    ))}
                  </ul>
                </li>
              ))}
            </ul>
          </Card>
        )}
      </Paged>
      <More pages={pages} />
    </>
  );
}

async function reviewed(
  project: string,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<Page<Reviewed>> {
  const query = {
    limit: LIMIT,
    content_limit: EXTRACT,
    ...(project && { project }),
    ...(cursor !== undefined && { cursor }),
  };
  const { data, response } = await api.GET('/api/v1/review', { params: { query }, signal });
  const ids = data.flatMap(({ contradicted_by }) => contradicted_by ?? []);
  const titles = await titlesOf(ids, signal);
  const rows = data.map((note) => ({
    note,
    contradiction: titles.get(note.contradicted_by ?? ''),
  }));
  return { rows, next: nextCursor(response) };
}

function NothingToDo() {
  return (
    <EmptyState title="Nothing to look at again">
      <p>
        You find a note here when its date has passed, when a newer note contradicts it, when it is
        often found wrong, or when it speaks to the model that reads it. The note stays here until
        its reason is gone: revise it, forget it, change its dates, or record that it helped.
      </p>
    </EmptyState>
  );
}
