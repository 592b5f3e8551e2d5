import { linkTo } from '../../base/place.js';
import { CopyButton } from '../../kit/copyButton.js';
import { Facts } from '../../kit/facts.js';
import { counted, formatCount, formatMs } from '../../kit/format.js';
import { Table } from '../../kit/table.js';
import { PROBLEM_WORDS } from './problemWords.js';
import type { VerifyReport, VerifyStatus } from './verifyStatus.js';

/** What a verification came to, in words. */
export function VerifyResult({ last }: { last: NonNullable<VerifyStatus['last']> }) {
  if ('error' in last) {
    return (
      <div class="box bad">
        <p>
          <strong>It could not be finished</strong>: {last.error}.
        </p>
        <p>
          This says nothing about the log of the vault. Try again. You find the reason in the output
          of the service.
        </p>
      </div>
    );
  }
  const total = last.problems.length + last.more;
  return (
    <>
      <div class={`box ${last.ok ? 'good' : 'bad'}`}>
        <p>
          <strong>
            {last.ok
              ? `All ${counted(last.events, 'event')} are as they were recorded`
              : counted(total, 'problem')}
          </strong>
        </p>
        <p>
          {last.ok
            ? 'Every text fits its event, or was erased by an event. Every hash fits the event and all events before it. Nothing was cut off.'
            : 'Something was changed or damaged outside of the service. Keep a copy of the files before you repair anything, and compare with a backup.'}
        </p>
      </div>
      <Checked report={last} />
      {total > 0 && <Problems report={last} />}
    </>
  );
}

function Checked({ report }: { report: VerifyReport }) {
  const { events, head, hash, problems, views_compared, views_at, seconds } = report;
  return (
    <Facts
      facts={[
        ['Log', `${counted(events, 'event')}, the last at position ${formatCount(head)}`],
        [
          'Read models',
          <>
            {!views_compared
              ? 'not compared: they were not complete then'
              : problems.some(({ kind }) => kind === 'views')
                ? 'not equal to a replay of the log: see the problems'
                : 'equal to a replay of the log'}
            {views_at !== null && ` up to ${formatCount(views_at)}`}
          </>,
        ],
        ['Took', formatMs(seconds * 1000)],
        [
          'Hash',
          <>
            <code>{hash}</code> <CopyButton text={hash} />
          </>,
        ],
      ]}
    />
  );
}

type Problem = VerifyReport['problems'][number];

function Problems({ report: { problems, more } }: { report: VerifyReport }) {
  return (
    <>
      <Table<Problem>
        label="Problems"
        rows={problems}
        keyOf={({ position, kind, detail }) => `${position} ${kind} ${detail}`}
        columns={[
          { head: 'Event', isNumber: true, cell: ({ position }) => <Place position={position} /> },
          { head: 'Kind', cell: ({ kind }) => <code>{kind}</code> },
          { head: 'What it means', cell: ({ kind }) => PROBLEM_WORDS[kind] ?? '' },
          { head: 'Detail', cell: ({ detail }) => detail },
        ]}
      />
      {more > 0 && (
        <p class="hint">
          {counted(more, 'more problem')} {more === 1 ? 'is' : 'are'} not listed.
        </p>
      )}
    </>
  );
}

/** The place of a problem, which leads to the event. */
function Place({ position }: { position: number | null }) {
  if (position === null) return <span class="hint">none</span>;
  return <a href={linkTo('/trust', { before: String(position + 1) })}>{formatCount(position)}</a>;
}
