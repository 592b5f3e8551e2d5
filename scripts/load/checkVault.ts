import type { Client } from '../../tools/client.js';
import { checkContext } from './checkContext.js';
import { checkStats } from './checkStats.js';
import { checkSummary } from './checkSummary.js';
import { checkTimeline } from './checkTimeline.js';
import { comparison, type Row } from './comparison.js';
import type { Expectation } from './expectation.js';
import { readTimeline } from './readTimeline.js';

/** Compares the service's answers about the loaded projects with the file. */
export async function checkVault(
  client: Client,
  expectation: Expectation,
): Promise<readonly Row[]> {
  const compare = comparison();
  await checkStats(client, expectation, compare);
  for (const project of projectsOf(expectation)) {
    await checkSummary(client, project, expectation, compare);
    const timeline = await readTimeline(client, project);
    checkTimeline(timeline, project, expectation, compare);
    await checkContext(client, project, timeline, expectation, compare);
  }
  return compare.rows();
}

function projectsOf({ notes }: Expectation): ReadonlySet<string> {
  return new Set(notes.map(({ project }) => project));
}
