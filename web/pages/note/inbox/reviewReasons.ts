import type { ReviewedNote } from 'memory-vault-client';
import { formatTime } from '../../../kit/formatTime.js';

type Reason = ReviewedNote['reasons'][number];

/** Why somebody should look at a note again, in words. */
export function reasonWords(note: ReviewedNote, reason: Reason): string {
  switch (reason) {
    case 'due':
      return dueWords(note);
    case 'contradicted':
      return 'A newer note contradicts it.';
    case 'often_wrong':
      return wrongWords(note);
    case 'suspect':
      return suspectWords(note);
  }
}

function dueWords({ validity, valid_until, review_after }: ReviewedNote): string {
  if (validity === 'expired' && valid_until)
    return `It was valid until ${formatTime(valid_until, 'utcDay')}.`;
  if (review_after) return `Its review was due after ${formatTime(review_after, 'utcDay')}.`;
  return 'Its date has passed.';
}

function wrongWords({ verdicts }: ReviewedNote): string {
  if (!verdicts) return 'It was often found wrong or outdated.';
  const { wrong, outdated, helped } = verdicts;
  const found = [
    wrong > 0 && `${wrong} found it wrong`,
    outdated > 0 && `${outdated} found it outdated`,
    `it helped ${helped}`,
  ];
  return `${found.filter(Boolean).join(', ')}.`;
}

/** What a note is whose text may be an attack. */
export function suspectWords({ suspect }: Pick<ReviewedNote, 'suspect'>): string {
  return `It speaks to the model that reads it, and no agent gets it: ${suspect}.`;
}
