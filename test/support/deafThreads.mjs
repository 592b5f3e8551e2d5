// Loaded before a service (`node --import`): its threads hear nothing, so that a build of the read models never ends.
import { Worker } from 'node:worker_threads';

Worker.prototype.postMessage = () => console.error('a thread was called');
