import type { Observation } from 'memory-vault-client';
import { api } from '../../base/api.js';
import { useAsk } from '../../base/useAsk.js';
import { Asking } from '../../kit/asking.js';
import { Button } from '../../kit/button.js';
import { Card } from '../../kit/card.js';
import { NoteRow } from '../../kit/noteRow.js';
import { notify } from '../../kit/notices.js';
import { whyNot } from '../../kit/whyNot.js';

const REASONS = {
  session: 'same session',
  tags: 'same tags',
  words: 'same rare words',
} as const;

const FEW = { limit: 6, content_limit: 1 };

const INSTEAD = {
  number: 'says about the same, with another number',
  negation: 'says about the same, but one of the two negates it',
  words: 'has nearly the same words',
  anchors: 'is about the same place in a file',
} as const;

/** Notes like this one, and those that need not, or cannot, hold beside it. */
export function RelatedNotes({ note, onChange }: { note: Observation; onChange: () => void }) {
  const { id, revision, supersedes } = note;
  const params = { path: { id }, query: FEW };
  const instead = useAsk(`instead ${id} ${revision}`, async (signal) => {
    return (await api.GET('/api/v1/observations/{id}/supersedable', { params, signal })).data;
  });
  const related = useAsk(`related ${id} ${revision}`, async (signal) => {
    return (await api.GET('/api/v1/observations/{id}/related', { params, signal })).data;
  });
  const supersede = async (other: string) => {
    try {
      const body = { supersedes: other };
      await api.PATCH('/api/v1/observations/{id}', { params: { path: { id } }, body });
      notify('This note now supersedes the other one.');
      onChange();
    } catch (error) {
      notify(`Nothing was changed: ${whyNot(error)}`);
    }
  };
  return (
    <>
      {instead.value && instead.value.length > 0 && (
        <Card title="Do both hold?">
          <ul class="rows">
            {instead.value.map((other) => (
              <li key={other.id}>
                <NoteRow note={other}>
                  <span class="hint">{other.reasons.map((one) => INSTEAD[one]).join('; ')}</span>
                </NoteRow>
                {!supersedes && (
                  <Button onClick={() => supersede(other.id)}>Supersede it with this note</Button>
                )}
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
                {notes.map((other) => (
                  <li key={other.id}>
                    <NoteRow note={other}>
                      <span class="hint">
                        {other.reasons.map((one) => REASONS[one]).join(', ')}
                      </span>
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
