/** How a tarball came about. Digests are SHA-256 in hexadecimal. */
export interface Provenance {
  readonly version: string;
  readonly commit: string;
  readonly node: string;
  readonly npm: string;
  readonly platform: string;
  readonly lockDigest: string;
  readonly tarball: string;
  readonly tarballDigest: string;
  readonly tested: boolean;
}

/** What somebody needs to build the tarball again and to compare it, as Markdown. */
export function provenanceNotes(of: Provenance): string {
  return `# Where Memory Vault ${of.version} comes from

| what | value |
| --- | --- |
| commit | \`${of.commit}\` (tag \`v${of.version}\`) |
| Node | ${of.node} |
| npm | ${of.npm} |
| platform | ${of.platform} |
| SHA-256 of package-lock.json | \`${of.lockDigest}\` |
| SHA-256 of ${of.tarball} | \`${of.tarballDigest}\` |
| \`npm test\` passed | ${of.tested ? 'yes' : 'not run for this release'} |

The tarball was built twice from this commit, with the same digest. To build it again, with the same versions of Node and
npm:

\`\`\`sh
git clone --branch v${of.version} REPOSITORY memory-vault
cd memory-vault
sha256sum package-lock.json
npm ci && npm run build && npm pack
sha256sum ${of.tarball}
\`\`\`
`;
}
