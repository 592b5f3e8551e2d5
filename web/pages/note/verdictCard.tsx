import type { Observation } from 'memory-vault-client';
import { api } from '../../base/api.js';
import { Button } from '../../kit/button.js';
import { Card } from '../../kit/card.js';
import { notify } from '../../kit/notices.js';
import { whyNot } from '../../kit/whyNot.js';

const VERDICTS = ['helped', 'outdated', 'wrong'] as const;

/** Whether the note was of use to those who were given it, and what this reader says. */
export function VerdictCard({ note, onChange }: { note: Observation; onChange: () => void }) {
  const { id, verdicts } = note;
  const say = async (verdict: (typeof VERDICTS)[number]) => {
    try {
      const params = { path: { id } };
      await api.POST('/api/v1/observations/{id}/verdict', { params, body: { verdict } });
      notify(`Your verdict: ${verdict}.`);
      onChange();
    } catch (error) {
      notify(`Your verdict was not recorded: ${whyNot(error)}`);
    }
  };
  return (
    <Card title="Does it hold?">
      <div class="actions">
        {VERDICTS.map((one) => (
          <Button key={one} onClick={() => say(one)}>
            {one[0]?.toUpperCase() + one.slice(1)}
            {verdicts && verdicts[one] > 0 && ` · ${verdicts[one]}`}
          </Button>
        ))}
      </div>
    </Card>
  );
}
