/** The files that name the version, each with what puts another one (such as `1.2.3`) into its text. */
export const VERSIONED_FILES: Readonly<Record<string, (text: string, version: string) => string>> =
  {
    'package.json': inManifest,
    'clients/typescript/package.json': inManifest,
    'package-lock.json': inManifest,
    'deploy/kubernetes.yaml': inImage,
    'deploy/kubernetes-cluster.yaml': inImage,
    'docs/run.md': inTarballs,
    'docs/clients.md': inTarballs,
    'clients/typescript/README.md': inTarballs,
  };

/**
 * In a manifest of ours or the lock file, which has its name before its version. `npm version` would do for one of the
 * packages; for both, npm writes the lock file anew, without a line that it needs (see test/lockfile.test.ts).
 */
function inManifest(text: string, version: string): string {
  return text.replaceAll(/(?<="name": "memory-vault(?:-client)?",\n +"version": ")[^"]+/g, version);
}

function inImage(text: string, version: string): string {
  return text.replace(/(?<=image: \S+:)\S+/, version);
}

function inTarballs(text: string, version: string): string {
  return text.replaceAll(/(?<=memory-vault(?:-client)?-)\d+\.\d+\.\d+(?=\.tgz)/g, version);
}
