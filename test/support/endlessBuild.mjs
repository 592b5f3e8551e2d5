// Loaded before a service (`node --import`): a build of read models that gives way to others never gets its turn again.
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';

timers.setImmediate = () => {
  console.error('a build gave way');
  return new Promise(() => {});
};
syncBuiltinESMExports();
