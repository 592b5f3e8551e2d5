import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { HEAP_FLAGS } from '../../src/connect/heapFlags.js';
import { DOCKERFILE } from '../deploy/imageEnvironment.js';

const PACKAGE = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');

test('npm start and the image keep heaps as small as a service that is started on demand', () => {
  expect(JSON.parse(PACKAGE).scripts.start).toContain(`node ${HEAP_FLAGS.join(' ')} scripts/`);
  expect(DOCKERFILE).toContain(`["node", ${HEAP_FLAGS.map((flag) => `"${flag}"`).join(', ')}, `);
});
