import { expect, test } from 'vitest';
import { publishByCurl } from '../../../../web/pages/project/publishByCurl.js';

test('whatever the name of a project, it stays within its argument', () => {
  const command = publishByCurl('http://127.0.0.1:7437', `it's "a/b" $HOME`);
  expect(command).toContain(
    "curl -X PUT 'http://127.0.0.1:7437/api/v1/openspec/it%27s%20%22a%2Fb%22%20%24HOME'",
  );
});
