import { expect, test } from 'vitest';
import { bindingFor } from '../../src/sqlite/bindingFor.js';

test.each(['20.19.0', '20.20.2'])('Node %s gets better-sqlite3 12', (node) => {
  expect(bindingFor(node)).toBe(12);
});

test.each(['22.0.0', '22.23.3', '23.1.0', '24.18.0', '24.19.0', '24.21.0', '26.10.0', '30.0.0'])(
  'Node %s gets better-sqlite3 13',
  (node) => {
    expect(bindingFor(node)).toBe(13);
  },
);

test.each(['16.20.2', '18.20.8', '20.0.0', '20.18.3', '21.7.3'])(
  'Node %s is refused with the next step',
  (node) => {
    expect(() => bindingFor(node)).toThrow(
      `Node ${node} is not supported: install Node 20.19, or 22 or newer`,
    );
  },
);
