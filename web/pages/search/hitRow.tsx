import { linkTo } from '../../base/place.js';
import { Badge, TypeBadge } from '../../kit/badge.js';
import { shortId } from '../../kit/format.js';
import { Marked } from '../../kit/marked.js';
import { NoteMarks } from '../../kit/noteMarks.js';
import { FirstFile } from '../../kit/noteRow.js';
import { Time } from '../../kit/time.js';
import { UserText } from '../../kit/userText.js';
import type { Hit } from './loadHits.js';
import { partsOf } from './useOneLine.js';

/** A hit in the list. Its extract has one line or two: what is longer is cut. */
export function HitRow({
  hit,
  asOf,
  isOneLine,
  isExplained,
}: {
  hit: Hit;
  asOf: string | undefined;
  /** Whether the extract has one line: it takes no other then, however words are broken. */
  isOneLine: boolean;
  isExplained: boolean;
}) {
  const isOfHive = hit.source === 'hive';
  const body = (
    <>
      <span class="note-row-head">
        <TypeBadge type={hit.type} />
        <span class="note-title">
          <UserText>{hit.title}</UserText>
        </span>
        {isOfHive && <Badge>hive</Badge>}
        {hit.layer && <Badge>{hit.layer}</Badge>}
        <NoteMarks note={hit} />
      </span>
      <span class={`hit-extract ${isOneLine ? 'one-line' : ''}`}>
        <Marked parts={partsOf(hit)} />
      </span>
      {isExplained && <span class="hit-why">{whyHere(hit)}</span>}
      <span class="note-row-foot">
        {hit.project && <UserText>{hit.project}</UserText>}
        {hit.author && <UserText>{hit.author}</UserText>}
        <Time at={hit.created_at} />
        <code>{shortId(hit.id)}</code>
        <FirstFile anchors={hit.anchors} />
      </span>
    </>
  );
  // A note of another vault has no page here.
  if (isOfHive) {
    return (
      <div class="note-row" data-row tabIndex={-1}>
        {body}
      </div>
    );
  }
  return (
    <a class="note-row" data-row href={linkTo(`/note/${hit.id}`, { as_of: asOf })}>
      {body}
    </a>
  );
}

/** What made the score of a hit, the greatest part first. */
function whyHere({ score, explain }: Hit): string {
  if (score === undefined || !explain) return 'Sorted by time, the newest first.';
  if (explain.words.length === 0) return 'It matches, but was not ranked.';
  const words = [...explain.words]
    .sort((a, b) => b.in_note + b.around - a.in_note - a.around)
    .map(({ word, in_note, around }) => {
      const places = [in_note > 0 && 'here', around > 0 && 'in notes around it'];
      return `${word} ${places.filter(Boolean).join(' and ')}`;
    });
  const extra = explain.all_words > 0 ? '; it has all words' : '';
  return `Score ${score.toFixed(1)}: ${words.join(', ')}${extra}.`;
}
