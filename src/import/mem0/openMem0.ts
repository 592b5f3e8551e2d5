import { eachRow } from '../eachRow.js';
import type { Source } from '../sourceRow.js';
import { lookAt, wrongFile } from '../wrongFile.js';
import { readMem0Dump } from './mem0Dump.js';
import { mem0Row } from './mem0Row.js';

/**
 * A dump of mem0: what `GET /memories` answers, in a file. It may have a `history` beside its `results`, or one in each
 * memory, as `GET /memories/{id}/history` answers it. Throws a `Diagnostic` for any other file.
 */
export async function openMem0(
  file: string,
  { project }: { readonly project?: string } = {},
): Promise<Source> {
  const look = lookAt(file);
  if (look !== 'JSON') throw wrongFile(file, 'a dump of mem0', `it is no JSON, but ${look}`);
  const { total, history, memories } = await readMem0Dump(file);
  return {
    ...{ name: 'mem0', total },
    rows: () => eachRow(memories(), (cells, row) => mem0Row(cells, row, history, project)),
    close() {},
  };
}
