import type { InboxDecided } from 'memory-vault-client';
import { counted, formatCount } from '../../../kit/format.js';

/** What was done, in words: "12 accepted." */
export function decidedWords({ accepted, refused, failed, pending }: InboxDecided): string {
  return [
    accepted > 0 && `${formatCount(accepted)} accepted.`,
    refused > 0 && `${formatCount(refused)} refused and forgotten.`,
    pending && 'It is wiped from every file as soon as nothing reads it any more.',
    failed.length > 0 && `${counted(failed.length, 'note is', 'notes are')} left: each says why.`,
  ]
    .filter(Boolean)
    .join(' ');
}
