import type { NoteToCome, Report } from '../../../src/domain/importing/report.js';
import { TypeBadge } from '../../kit/badge.js';
import { Card } from '../../kit/card.js';
import { Figures } from '../../kit/facts.js';
import { counted, formatCount } from '../../kit/format.js';
import { Table } from '../../kit/table.js';
import { ExactTime } from '../../kit/time.js';
import { UserText } from '../../kit/userText.js';
import type { Ended } from './sendFile.js';

/** What became of a file, or what would. */
export function ReportCard({ report, failure }: Ended) {
  const { dry_run, left_out, first = [] } = report;
  return (
    <Card title={dry_run ? 'What would come in' : 'What came in'}>
      <Figures figures={figuresOf(report)} />
      {failure !== undefined && <p class="box bad">It was not read to its end: {failure}</p>}
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
    ['Here already', report.same],
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
    <>
      <h3>The first {counted(notes.length, 'note')}</h3>
      <Table
        label="The first notes"
        rows={notes.map((note, i) => ({ ...note, i }))}
        keyOf={({ i }) => i}
        columns={[
          { head: 'Title', cell: ({ title }) => <UserText>{title}</UserText> },
          { head: 'Type', cell: ({ type }) => <TypeBadge type={type} /> },
          { head: 'Time', cell: ({ created_at }) => <ExactTime at={created_at} /> },
          { head: 'Tags', cell: ({ tags }) => <UserText>{tags.join(', ')}</UserText> },
          { head: 'Project', cell: ({ project }) => <UserText>{project ?? 'none'}</UserText> },
        ]}
      />
    </>
  );
}
