import { VaultError } from 'memory-vault-client';
import { api } from '../../base/api.js';
import { goTo, linkTo } from '../../base/place.js';
import type { ScreenProps } from '../../base/screenProps.js';
import { useAsk } from '../../base/useAsk.js';
import { Asking } from '../../kit/asking.js';
import { EmptyState } from '../../kit/emptyState.js';
import { Field } from '../../kit/field.js';
import { formatCount } from '../../kit/format.js';
import { ProjectSelect } from '../../kit/projectSelect.js';
import { ScreenHead } from '../../kit/screenHead.js';
import { dayBefore, daysIn, momentsOf } from './between.js';
import { Changes } from './changes.js';

/** What became of notes, with the word for each, in the order in which they are shown. */
const KINDS = {
  changed: 'Changed',
  added: 'Added',
  superseded: 'Superseded',
  expired: 'Expired',
  forgotten: 'Forgotten',
} as const;
export type ChangeKind = keyof typeof KINDS;
// Object.keys forgets that these are the keys.
const ALL = Object.keys(KINDS) as readonly ChangeKind[];

/** How many days back, for the links beside the two days. */
const BACK = [
  ['Today', 0],
  ['7 days', 7],
  ['30 days', 30],
] as const;

/** Compares two days: what was added, changed, superseded, what expired and what was forgotten between them. */
export default function ChangesScreen({ query }: ScreenProps) {
  const project = query.get('project') ?? '';
  const days = daysIn(query);
  const kind = ALL.find((one) => one === query.get('kind'));
  const show = (change: Readonly<Record<string, string>>) =>
    goTo('/changes', { project, ...days, kind, ...change }, { replace: true });
  return (
    <div class="changes">
      <ScreenHead
        title="Compare two days"
        actions={
          <div class="filters">
            <ProjectSelect value={project} onChange={(name) => show({ project: name })} />
          </div>
        }
      >
        You see how the notes changed, from the beginning of the first day to the end of the last
        one.
      </ScreenHead>
      <form class="event-filters" onSubmit={(event) => event.preventDefault()}>
        <Field label="From">
          <input
            type="date"
            value={days.from}
            onChange={({ currentTarget }) => show({ from: currentTarget.value })}
          />
        </Field>
        <Field label="To (empty: today)">
          <input
            type="date"
            value={days.to}
            onChange={({ currentTarget }) => show({ to: currentTarget.value })}
          />
        </Field>
        <div class="actions">
          {BACK.map(([word, back]) => (
            <a
              key={word}
              class="button"
              href={linkTo('/changes', { project, kind, from: dayBefore(back) })}
            >
              {word}
            </a>
          ))}
        </div>
      </form>
      <Comparison project={project} days={days} kind={kind} />
    </div>
  );
}

function Comparison({
  project,
  days,
  kind: named,
}: {
  project: string;
  days: ReturnType<typeof daysIn>;
  kind: ChangeKind | undefined;
}) {
  const moments = momentsOf(days);
  const asked = useAsk(
    `${project} ${days.from} ${days.to}`,
    async (signal) => {
      if (!moments) return undefined;
      const query = { ...moments, ...(project && { project }) };
      return (await api.GET('/api/v1/changes/counts', { params: { query }, signal })).data;
    },
    { keep: true },
  );
  // Whether a day is still to come, the vault knows: the clock of this machine may be another.
  const isToCome =
    asked.state === 'failed' &&
    asked.error instanceof VaultError &&
    asked.error.code === 'invalid_parameter';
  if (!moments || isToCome)
    return (
      <EmptyState title="The first day is after the last one">
        Choose an earlier first day.
      </EmptyState>
    );
  return (
    <Asking asked={asked}>
      {(counts) => {
        if (!counts) return null;
        const kind = named ?? ALL.find((one) => counts[one] > 0);
        return (
          <>
            <nav class="tabs" aria-label="Kinds of changes">
              {ALL.map((one) => (
                <a
                  key={one}
                  href={linkTo('/changes', { project, ...days, kind: one })}
                  aria-current={one === kind ? 'page' : undefined}
                >
                  {KINDS[one]} <span class="badge">{formatCount(counts[one])}</span>
                </a>
              ))}
            </nav>
            {kind ? (
              <Changes key={kind} kind={kind} project={project} moments={moments} />
            ) : (
              <EmptyState title="Nothing has changed in these days">
                Choose an earlier day, or another project.
              </EmptyState>
            )}
          </>
        );
      }}
    </Asking>
  );
}
