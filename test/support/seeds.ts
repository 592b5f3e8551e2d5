import fc from 'fast-check';
import { isAll } from './depth.js';

/**
 * `npm test` makes up the same cases every time, so that it never fails by chance on a change that has nothing to do with
 * it. `npm run test:all` draws a new seed for each property; fast-check prints it with a failure, and `{ seed, path }` of
 * what it printed, given to that property, plays the failure again.
 */
if (!isAll) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_261_120 });
