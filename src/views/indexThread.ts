// The entry of the thread that builds a search index: see `indexOnThread.ts`.
import { serveWorker } from '../threads/worker.js';
import { indexHere } from './buildIndex.js';
import type { IndexContract } from './indexOnThread.js';

serveWorker<IndexContract>(indexHere);
