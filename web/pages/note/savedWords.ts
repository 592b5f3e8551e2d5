import type { Observation } from 'memory-vault-client';
import type { Draft } from './draft.js';

const REDACTED = '[REDACTED]';

/** That a note is saved; the privacy filter may have replaced something in it that looks like a secret. */
export function savedWords({ content, title, revision }: Observation, draft: Draft): string {
  const isRedacted =
    timesIn(content + title, REDACTED) > timesIn(draft.content + draft.title, REDACTED);
  const saved = revision === undefined ? 'Saved.' : `Saved as revision ${revision}.`;
  return isRedacted ? `${saved} Secrets in it were replaced by ${REDACTED}.` : saved;
}

function timesIn(text: string, part: string): number {
  return text.split(part).length - 1;
}
