/** True with `npm run test:thorough`: long tests then try every case, otherwise a fixed part of them. */
export const isThorough = process.env.TEST_THOROUGH === '1';

/** For a test that then tries so much that it takes longer than others may: half an hour. */
export const thoroughly = isThorough ? { timeout: 1_800_000 } : {};
