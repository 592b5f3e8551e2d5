import type { Observation } from 'memory-vault-client';
import type { Client } from '../../tools/client.js';
import { checkContext } from './checkContext.js';
import { checkStats } from './checkStats.js';
import { checkSummary } from './checkSummary.js';
import { checkTimeline } from './checkTimeline.js';
import { comparison, type Row } from './comparison.js';
import type { Expectation } from './expectation.js';

/** Compares the service's answers about the loaded projects with the file. */
export async function checkVault(
  client: Client,
  expectation: Expectation,
): Promise<readonly Row[]> {
  const compare = comparison();
  await checkStats(client, expectation, compare);
  for (const project of projectsOf(expectation)) {
    await checkSummary(client, project, expectation, compare);
    // Up to the latest possible time, because a file may contain notes with future dates. In small pages, so that a
    // small file has several, too.
    const query = { to: '9999-12-31T23:59:59Z', limit: 100 };
    const timeline: Observation[] = [];
    for await (const note of client.vault.timeline(project, query)) timeline.push(note);
    checkTimeline(timeline, project, expectation, compare);
    await checkContext(client, project, timeline, expectation, compare);
  }
  return compare.rows();
}

function projectsOf({ notes }: Expectation): ReadonlySet<string> {
  return new Set(notes.map(({ project }) => project));
}
