import { fileURLToPath } from 'node:url';

const PRELOADED = fileURLToPath(new URL('otherWaits.mjs', import.meta.url));

/** The environment of a program whose waits of some lengths get others, in milliseconds. */
export const otherWaits = (others: Readonly<Record<number, number>>) => ({
  NODE_OPTIONS: `--import ${PRELOADED}`,
  OTHER_WAITS: JSON.stringify(others),
});
