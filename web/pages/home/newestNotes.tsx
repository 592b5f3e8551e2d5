import type { Observation } from 'memory-vault-client';
import { api } from '../../base/api.js';
import { linkTo } from '../../base/place.js';
import { type Asked, useAsk } from '../../base/useAsk.js';
import { Asking } from '../../kit/asking.js';
import { Card } from '../../kit/card.js';
import { Extract } from '../../kit/marked.js';
import { NoteRow } from '../../kit/noteRow.js';

const LIMIT = 12;
const EXTRACT = 180;

/** The notes that were made last, in all projects. */
export async function askNewest(signal?: AbortSignal): Promise<readonly Observation[]> {
  const query = { limit: LIMIT, content_limit: EXTRACT };
  const { data } = await api.GET('/api/v1/observations', {
    params: { query },
    ...(signal && { signal }),
  });
  // The other type of the answer is that to `ids`.
  return Array.isArray(data) ? data : data.observations;
}

export function useNewest(): Asked<readonly Observation[]> {
  return useAsk('newest', askNewest);
}

export function NewestNotes({ asked }: { asked: Asked<readonly Observation[]> }) {
  return (
    <Card title="Newest notes" actions={<a href={linkTo('/search')}>Search all</a>}>
      <Asking asked={asked}>
        {(notes) => (
          <ul class="rows newest">
            {notes.map((note) => (
              <li key={note.id}>
                <NoteRow note={note}>
                  {saysMore(note) && (
                    <span class="extract">
                      <Extract of={note} />
                    </span>
                  )}
                </NoteRow>
              </li>
            ))}
          </ul>
        )}
      </Asking>
    </Card>
  );
}

/** Many notes have one sentence, which is their title, too. */
function saysMore({ title, content }: Observation): boolean {
  return !content.startsWith(title) || content.length > title.length + 40;
}
