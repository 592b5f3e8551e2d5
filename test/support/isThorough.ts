/** True with `npm run test:thorough`: long tests then try every case, otherwise a fixed part of them. */
export const isThorough = process.env.TEST_THOROUGH === '1';
