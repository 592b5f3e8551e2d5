const REDACTED = '[REDACTED]';

/** What was done, and whether the privacy filter replaced something that looks like a secret. */
export function savedWords(done: string, isRedacted: boolean): string {
  return isRedacted ? `${done} Secrets in it were replaced by ${REDACTED}.` : done;
}

/** Whether the filter replaced something of what was typed. */
export function isRedacted(saved: string, typed: string): boolean {
  return timesIn(saved) > timesIn(typed);
}

const timesIn = (text: string) => text.split(REDACTED).length;
