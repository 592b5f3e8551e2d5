import type { ComponentChildren } from 'preact';
import type { NoteToCome, Report } from '../../../src/domain/importing/report.js';
import { TypeBadge } from '../../kit/badge.js';
import { Card } from '../../kit/card.js';
import { Figures } from '../../kit/facts.js';
import { counted, formatCount } from '../../kit/format.js';
import { ExactTime } from '../../kit/time.js';
import { UserText } from '../../kit/userText.js';
import type { Ended } from './sendFile.js';

/** What became of a file, or what would. */
export function ReportCard({
  ended: { report, failure },
  actions,
}: {
  ended: Ended;
  actions?: ComponentChildren;
}) {
  const { dry_run, left_out, first = [] } = report;
  return (
    <Card title={dry_run ? 'Preview' : 'Imported'} actions={actions}>
      <Figures figures={figuresOf(report)} />
      {failure !== undefined && <p class="box bad">The file was not read to its end: {failure}</p>}
      {first.length > 0 && <First notes={first} />}
      {left_out.length > 0 && (
        <>
          <h3>Left out</h3>
          <ul>
            {left_out.map(({ reason, count, rows }) => (
              <li key={reason}>
                {formatCount(count)}: <UserText>{reason}</UserText>{' '}
                <span class="hint">
                  <UserText>{rows.join(', ')}</UserText>
                  {count > rows.length && ', …'}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}

function figuresOf(report: Report): [string, string][] {
  const secrets = Object.values(report.redacted).reduce((sum, count) => sum + count, 0);
  const all: [string, number][] = [
    ['Read', report.read],
    [report.dry_run ? 'To be stored' : 'Stored', report.stored],
    [report.dry_run ? 'To be revised' : 'Revised', report.revised],
    ['In the vault already', report.same],
    ['Refused', report.refused],
    ['Left out', report.skipped],
    ['Shortened to fit', report.shortened],
    ['Secrets replaced', secrets],
  ];
  return all.filter(([, n], i) => n > 0 || i < 2).map(([name, n]) => [name, formatCount(n)]);
}

/** The first notes, as they would be. */
function First({ notes }: { notes: readonly NoteToCome[] }) {
  return (
    <section aria-label="The first notes">
      <h3>The first {notes.length === 1 ? 'note' : counted(notes.length, 'note')}</h3>
      <ol class="rows to-come">
        {notes.map(({ title, type, created_at, project, tags }, i) => (
          <li key={`${i} ${title}`}>
            <strong>
              <UserText>{title}</UserText>
            </strong>
            <span class="hint">
              <TypeBadge type={type} /> <ExactTime at={created_at} />, project{' '}
              <UserText>{project ?? 'none'}</UserText>
              {tags.length > 0 && ', tags '}
              <UserText>{tags.join(', ')}</UserText>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
