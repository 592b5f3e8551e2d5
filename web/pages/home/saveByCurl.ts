/** A command that saves a note in the vault at `origin`. */
export function saveByCurl(origin: string, { needsLogin }: { needsLogin: boolean }): string {
  const note = {
    project: 'checkout',
    type: 'decision',
    title: 'Poll the bank every hour',
    content: 'It has no webhooks.',
  };
  return [
    `curl ${origin}/api/v1/observations`,
    ...(needsLogin ? ["-H 'Authorization: Bearer TOKEN'"] : []),
    "-H 'Content-Type: application/json'",
    `-d '${JSON.stringify(note)}'`,
  ].join(' \\\n  ');
}
