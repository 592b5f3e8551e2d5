// The entry of the thread that reads the old read models: see `oldViewsOnThread.ts`.
import { parentPort, workerData } from 'node:worker_threads';
import { allProjections } from '../projections/allProjections.js';
import { oldViewsHere } from './oldViews.js';
import type { Wish } from './oldViewsOnThread.js';

const old = oldViewsHere(allProjections)(workerData);
parentPort?.on('message', async (wish: Wish) => parentPort?.postMessage(await old[wish]()));
