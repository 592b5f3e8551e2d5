import { createInterface } from 'node:readline';
import { openApp } from '../../../src/app/app.js';
import { readConfig } from '../../../src/config/config.js';
import { plainFilter } from '../../support/plainFilter.js';
import type { Request } from '../requests.js';
import { answer } from './answer.js';

/** A vault without HTTP, which starts sooner: requests come in by line, answers go out by line. */
const app = await openApp(readConfig(process.env), { filter: plainFilter });
console.log('ready');

for await (const line of createInterface({ input: process.stdin })) {
  // Only the test at the other end writes here.
  const { n, request } = JSON.parse(line) as { n: number; request: Request };
  void answer(app, request).then((told) => console.log(JSON.stringify({ n, answer: told })));
}
