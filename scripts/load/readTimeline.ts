import { type Observation, Observations } from '../../tools/answers.js';
import type { Client } from '../../tools/client.js';

/** All of a project's observations, oldest first: every page that the `Link` headers lead to. */
export async function readTimeline(
  client: Client,
  project: string,
): Promise<readonly Observation[]> {
  const all: Observation[] = [];
  // Up to the latest possible time, because a file may contain notes with future dates. In small pages, so that a
  // small file has several, too.
  const query = 'to=9999-12-31T23:59:59Z&limit=100';
  let path = `/api/v1/timeline/${encodeURIComponent(project)}?${query}`;
  for (;;) {
    const page = await client.call('GET', path, Observations);
    all.push(...page.body);
    const next = nextPage(page.headers);
    if (next === undefined) return all;
    path = next;
  }
}

/** The path of the next page (RFC 8288). */
function nextPage(headers: Headers): string | undefined {
  return /<([^>]+)>;\s*rel="next"/.exec(headers.get('link') ?? '')?.[1];
}
