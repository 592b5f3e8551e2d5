// The entry of the thread that filters long texts: see `appThreads.ts`.
import { ownFilter } from '../privacy/privacyFilter.js';
import { serveWorker } from '../threads/worker.js';
import type { FilterContract } from './appThreads.js';

serveWorker<FilterContract>(({ patterns }) => ({ filter: ownFilter(patterns) }));
