import { createInterface } from 'node:readline';
import { openApp } from '../../../src/app/openApp.js';
import { readConfig } from '../../../src/config/config.js';
import { plainFilter } from '../../support/plainFilter.js';
import type { Request } from '../requests.js';
import { answer } from './answer.js';

/** A vault without HTTP, which starts faster: one request per input line, one answer per output line. */
const app = await openApp(readConfig(process.env), { filter: plainFilter });
console.log('ready');

for await (const line of createInterface({ input: process.stdin })) {
  // The cast is safe: only the test writes to this process.
  const { n, request } = JSON.parse(line) as { n: number; request: Request };
  void answer(app, request).then((given) => console.log(JSON.stringify({ n, answer: given })));
}
