// `npm start`: makes ready, then serves in the same process, so that signals reach it.
import './ready.mjs';

await import('../dist/cli.js');
