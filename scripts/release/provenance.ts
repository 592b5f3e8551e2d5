/** How the tarballs came about. Digests are SHA-256 in hexadecimal. */
export interface Provenance {
  readonly version: string;
  readonly commit: string;
  readonly node: string;
  readonly npm: string;
  readonly platform: string;
  readonly lockDigest: string;
  /** The digests of the tarballs by their names. */
  readonly tarballs: Readonly<Record<string, string>>;
  readonly tested: boolean;
}

/** What somebody needs to build the tarball again and to compare it, as Markdown. */
export function provenanceNotes(of: Provenance): string {
  const names = Object.keys(of.tarballs);
  const digests = Object.entries(of.tarballs)
    .map(([name, digest]) => `| SHA-256 of ${name} | \`${digest}\` |`)
    .join('\n');
  return `# Where Memory Vault ${of.version} comes from

| what | value |
| --- | --- |
| commit | \`${of.commit}\` (tag \`v${of.version}\`) |
| Node | ${of.node} |
| npm | ${of.npm} |
| platform | ${of.platform} |
| SHA-256 of package-lock.json | \`${of.lockDigest}\` |
${digests}
| \`npm test\` passed | ${of.tested ? 'yes' : 'not run for this release'} |

The tarballs were built twice from this commit, with the same digests. To build them again, with the same versions of Node
and npm:

\`\`\`sh
git clone --branch v${of.version} REPOSITORY memory-vault
cd memory-vault
sha256sum package-lock.json
npm ci && npm run build && npm pack && npm pack --workspace clients/typescript
sha256sum ${names.join(' ')}
\`\`\`
`;
}
