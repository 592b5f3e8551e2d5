/** A command that publishes the conventions of a project from a file. It needs curl and jq. */
export function publishByCurl(origin: string, project: string): string {
  // A quote is the one character that `encodeURIComponent` leaves and that would end the argument.
  const name = encodeURIComponent(project).replaceAll("'", '%27');
  return [
    "jq -Rs '{content: .}' CONVENTIONS.md |",
    `curl -X PUT '${origin}/api/v1/openspec/${name}'`,
    `-H "X-Admin-Key: $VAULT_ADMIN_KEY" -H 'Content-Type: application/json' -d @-`,
  ].join(' \\\n  ');
}
