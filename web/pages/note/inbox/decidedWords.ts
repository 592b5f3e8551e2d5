import type { InboxDecided } from 'memory-vault-client';
import { counted, formatCount } from '../../../kit/format.js';

/** What was done, in words: "12 accepted." */
export function decidedWords({ accepted, refused, failed, pending }: InboxDecided): string {
  return [
    accepted > 0 && `${formatCount(accepted)} accepted.`,
    refused > 0 && `${formatCount(refused)} refused and forgotten.`,
    pending && 'The text is wiped from every file as soon as no process reads it.',
    failed.length > 0 &&
      `${counted(failed.length, 'note is', 'notes are')} still proposed: see the reasons.`,
  ]
    .filter(Boolean)
    .join(' ');
}
