/** Counters of a server since it started. */
export interface Commits {
  readonly commits: number;
  readonly stored: number;
}

/** Reads them from `/api/v1/metrics`. */
export async function commits(url: string): Promise<Commits> {
  const text = await (await fetch(`${url}/api/v1/metrics`)).text();
  return {
    commits: metric(text, 'memory_vault_log_commit_seconds_count'),
    stored: metric(text, 'memory_vault_saves_total{outcome="stored"}'),
  };
}

function metric(text: string, name: string): number {
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.slice(name.length));
}
