import { useMemo, useState } from 'preact/hooks';
import { useAsk } from '../base/useAsk.js';
import { Asking } from '../kit/asking.js';
import { counted } from '../kit/format.js';
import { PlainText } from '../kit/plainText.js';
import { ShownText } from '../kit/shownText.js';
import type { compareWords, Part } from './compareWords.js';
import { foldSame } from './foldSame.js';

export interface WordDiffProps {
  readonly before: string;
  readonly after: string;
}

/**
 * What became of a text, word by word: what is gone is struck through, what is new underlined. Both texts where they differ
 * too much to be compared. What compares them is loaded when it is first needed.
 */
export function WordDiff(texts: WordDiffProps) {
  const asked = useAsk('words', async () => (await import('./compareWords.js')).compareWords);
  return <Asking asked={asked}>{(compare) => <Compared {...texts} compare={compare} />}</Asking>;
}

function Compared({ before, after, compare }: WordDiffProps & { compare: typeof compareWords }) {
  const parts = useMemo(() => compare(before, after), [before, after, compare]);
  if (before === after) return <p class="hint">The text is the same.</p>;
  if (!parts) return <BothTexts before={before} after={after} />;
  return (
    <div class="diff-box">
      <p class="hint">
        {counted(wordsIn(parts, 'added'), 'word')} added,{' '}
        {counted(wordsIn(parts, 'removed'), 'word')} removed.
      </p>
      <div class="diff" dir="auto">
        {foldSame(parts).map(({ kind, text }, i) => {
          // The parts of two texts have no other identity than their place.
          if (kind === 'added')
            return (
              <ins key={i}>
                <ShownText text={text} />
              </ins>
            );
          if (kind === 'removed')
            return (
              <del key={i}>
                <ShownText text={text} />
              </del>
            );
          return kind === 'folded' ? (
            <FoldedText key={i} text={text} />
          ) : (
            <ShownText key={i} text={text} />
          );
        })}
      </div>
    </div>
  );
}

/** A passage that is the same in both texts. */
function FoldedText({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <ShownText text={text} />;
  const lines = text.split('\n').length - 1;
  return (
    <button type="button" class="diff-fold" onClick={() => setOpen(true)}>
      {lines > 1 ? `${counted(lines, 'line')} the same` : 'a passage is the same'}: show
    </button>
  );
}

function BothTexts({ before, after }: WordDiffProps) {
  return (
    <div class="diff-box">
      <p class="hint">These texts are too different to be compared word by word.</p>
      <div class="columns">
        {(
          [
            ['Before', before],
            ['After', after],
          ] as const
        ).map(([name, text]) => (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
          <section key={name} class="diff-text" tabIndex={0} aria-label={name}>
            <h3>{name}</h3>
            <PlainText text={text} />
          </section>
        ))}
      </div>
    </div>
  );
}

function wordsIn(parts: readonly Part[], kind: Part['kind']): number {
  return parts
    .filter((part) => part.kind === kind)
    .reduce((sum, { text }) => sum + (text.match(/[^\s]+/g)?.length ?? 0), 0);
}
