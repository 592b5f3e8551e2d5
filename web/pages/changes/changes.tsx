import type { Change } from 'memory-vault-client';
import { useState } from 'preact/hooks';
import { api } from '../../base/api.js';
import { linkTo } from '../../base/place.js';
import { titlesOf } from '../../base/titlesOf.js';
import { useAsk } from '../../base/useAsk.js';
import { nextCursor, type Page, usePages } from '../../base/usePages.js';
import { FactList } from '../../diff/factList.js';
import { WordDiff } from '../../diff/wordDiff.js';
import { Asking } from '../../kit/asking.js';
import { Button } from '../../kit/button.js';
import { EmptyState } from '../../kit/emptyState.js';
import { shortId } from '../../kit/format.js';
import { withoutHidden } from '../../kit/hiddenCharacters.js';
import { NoteRow } from '../../kit/noteRow.js';
import { Paged } from '../../kit/paged.js';
import { ExactTime } from '../../kit/time.js';
import { UserText } from '../../kit/userText.js';
import type { ChangeKind } from './changesScreen.js';

/** As many ids as can be asked for at once. */
const LIMIT = 50;

/** What the time of a change is. */
const WHEN: Readonly<Record<ChangeKind, string>> = {
  changed: 'Changed',
  added: 'Last written',
  superseded: 'Superseded',
  expired: 'Valid until',
  forgotten: 'Forgotten',
};

/** The two moments that are compared; without the second, now. */
interface Moments {
  readonly from: string;
  readonly to?: string;
}

/** A change, with the title of the note that took the place of one. */
interface Shown {
  readonly change: Change;
  readonly successor: string | undefined;
}

/** The notes of which the same became between two moments, the latest first. */
export function Changes({
  kind,
  project,
  moments,
}: {
  kind: ChangeKind;
  project: string;
  moments: Moments;
}) {
  const { from, to } = moments;
  const pages = usePages<Shown>(`${kind} ${project} ${from} ${to}`, async (cursor, signal) => {
    const query = {
      ...moments,
      kind,
      limit: LIMIT,
      content_limit: 0,
      ...(project && { project }),
      ...(cursor !== undefined && { cursor }),
    };
    const { data, response } = await api.GET('/api/v1/changes', { params: { query }, signal });
    return shown(data, nextCursor(response), signal);
  });
  return (
    <>
      {kind === 'forgotten' && (
        <p class="hint">
          A forgotten note is erased: only its id and the time are left. The vault no longer knows
          its project. This list covers all projects.
        </p>
      )}
      <Paged
        pages={pages}
        empty={
          <EmptyState title="No such changes in these days">
            Choose another kind of change, or other days.
          </EmptyState>
        }
      >
        {(rows) => (
          <ul class="rows">
            {rows.map(({ change, successor }) => (
              <li key={`${change.id} ${change.at}`}>
                <Row kind={kind} change={change} successor={successor} moments={moments} />
              </li>
            ))}
          </ul>
        )}
      </Paged>
      {!pages.isWhole && pages.state === 'there' && <Button onClick={pages.more}>Show more</Button>}
    </>
  );
}

async function shown(
  changes: readonly Change[],
  next: string | undefined,
  signal: AbortSignal,
): Promise<Page<Shown>> {
  const titles = await titlesOf(
    changes.flatMap(({ note }) => note?.superseded_by ?? []),
    signal,
  );
  const rows = changes.map((change) => ({
    change,
    successor: titles.get(change.note?.superseded_by ?? ''),
  }));
  return { rows, next };
}

function Row({
  kind,
  change: { id, at, note, before },
  successor,
  moments,
}: Shown & { readonly kind: ChangeKind; readonly moments: Moments }) {
  if (!note)
    return (
      <p class="note-row" data-row tabIndex={-1}>
        <span>
          Note <code>{shortId(id)}</code>
        </span>
        <span class="note-row-foot">
          <span>
            {WHEN.forgotten} <ExactTime at={at} />
          </span>
        </span>
      </p>
    );
  return (
    <>
      <NoteRow note={note} asOf={moments.to} />
      {note.superseded_by && (
        <p class="hint">
          Superseded by{' '}
          <a href={linkTo(`/note/${note.superseded_by}`)}>
            <UserText>{successor ?? shortId(note.superseded_by)}</UserText>
          </a>
        </p>
      )}
      <p class="hint">
        {WHEN[kind]} <ExactTime at={at} />
      </p>
      {before && <FactList before={before} after={note} />}
      {before && <Difference id={id} title={note.title} moments={moments} />}
    </>
  );
}

/** What became of the text of a note, for who asks for it. */
function Difference({ id, title, moments }: { id: string; title: string; moments: Moments }) {
  const [isOpen, setOpen] = useState(false);
  const word = isOpen ? 'Hide changes' : 'Show changes';
  return (
    <>
      <div class="actions">
        <button
          type="button"
          class="quiet"
          aria-expanded={isOpen}
          aria-keyshortcuts="d"
          // All rows have the same words.
          aria-label={`${word} of “${withoutHidden(title)}”`}
          onClick={() => setOpen(!isOpen)}
        >
          {word}
        </button>
      </div>
      {isOpen && <TextsOf id={id} moments={moments} />}
    </>
  );
}

function TextsOf({ id, moments: { from, to } }: { id: string; moments: Moments }) {
  const asked = useAsk(`${id} ${from} ${to}`, (signal) => {
    const at = async (as_of: string | undefined) => {
      const params = { path: { id }, query: as_of === undefined ? {} : { as_of } };
      return (await api.GET('/api/v1/observations/{id}', { params, signal })).data.content;
    };
    return Promise.all([at(from), at(to)]);
  });
  return (
    <Asking asked={asked}>{([before, after]) => <WordDiff before={before} after={after} />}</Asking>
  );
}
