import { fileURLToPath } from 'node:url';

const PRELOADED = fileURLToPath(new URL('otherWaits.mjs', import.meta.url));

/** The environment of a program whose waits of some lengths get others, in milliseconds. */
export const otherWaits = (others: Readonly<Record<number, number>>) => ({
  NODE_OPTIONS: `--import ${PRELOADED}`,
  OTHER_WAITS: JSON.stringify(others),
});

/** Of a verb in a process of its own: the two seconds in which a vault has to answer are a minute. */
export const PATIENT = otherWaits({ 2000: 60_000 });
