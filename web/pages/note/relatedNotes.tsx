import { api } from '../../base/api.js';
import { useAsk } from '../../base/useAsk.js';
import { Asking } from '../../kit/asking.js';
import { Card } from '../../kit/card.js';
import { NoteRow } from '../../kit/noteRow.js';

const REASONS = {
  session: 'same session',
  tags: 'same tags',
  words: 'same rare words',
} as const;

const FEW = { limit: 6, content_limit: 1 };

/** Notes like this one, and those that say nearly the same. */
export function RelatedNotes({ id, revision }: { id: string; revision: number }) {
  const params = { path: { id }, query: FEW };
  const duplicates = useAsk(`duplicates ${id} ${revision}`, async (signal) => {
    return (await api.GET('/api/v1/observations/{id}/duplicates', { params, signal })).data;
  });
  const related = useAsk(`related ${id} ${revision}`, async (signal) => {
    return (await api.GET('/api/v1/observations/{id}/related', { params, signal })).data;
  });
  return (
    <>
      {duplicates.value && duplicates.value.length > 0 && (
        <Card title="Nearly the same">
          <ul class="rows">
            {duplicates.value.map((note) => (
              <li key={note.id}>
                <NoteRow note={note}>
                  <span class="hint">
                    {Math.round(note.similarity * 100)} % of their words are the same
                  </span>
                </NoteRow>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <Card title="Related notes">
        <Asking asked={related}>
          {(notes) =>
            notes.length === 0 ? (
              <p class="hint">No other note shares its session, its tags or its rare words.</p>
            ) : (
              <ul class="rows">
                {notes.map((note) => (
                  <li key={note.id}>
                    <NoteRow note={note}>
                      <span class="hint">{note.reasons.map((one) => REASONS[one]).join(', ')}</span>
                    </NoteRow>
                  </li>
                ))}
              </ul>
            )
          }
        </Asking>
      </Card>
    </>
  );
}
