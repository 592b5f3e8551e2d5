import { copyFileSync, readFileSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Compiled children: each is run by Node itself, because a loader would take longer than the child. */
export interface Children {
  readonly lean: string;
  readonly workload: string;
}

/**
 * Compiles the children into a directory that looks like the repository. Each is one file, because a child is started hundreds
 * of times and would need longer to find its modules than to live; what it runs on threads is there as it is built.
 */
export async function compileChildren(directory: string): Promise<Children> {
  await build({
    absWorkingDir: ROOT,
    outbase: ROOT,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
    entryPoints: ['lean', 'workload'].map((name) => `test/crash/children/${name}.ts`),
    bundle: true,
    minifyWhitespace: true,
    lineLimit: 160,
    outdir: directory,
    entryNames: '[name]',
    plugins: [keepPlaces],
    // For packages that `require` modules of Node.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
  });
  symlinkSync(join(ROOT, 'dist'), join(directory, 'src'));
  for (const name of ['node_modules', 'sqlite-for-node20', 'migrations']) {
    symlinkSync(join(ROOT, name), join(directory, name));
  }
  copyFileSync(join(ROOT, 'package.json'), join(directory, 'package.json'));
  const child = (name: string) => join(directory, `${name}.js`);
  return { lean: child('lean'), workload: child('workload') };
}

/** Modules find files (`migrations`, their threads) relative to their own place; this keeps it so in a bundle. */
const keepPlaces: Plugin = {
  name: 'keep-places',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      if (!source.includes('import.meta.url')) return undefined;
      const place = relative(ROOT, path).replace(/\.ts$/, '.js');
      const url = `new URL(${JSON.stringify(place)}, import.meta.url).href`;
      return { contents: source.replaceAll('import.meta.url', url), loader: 'ts' };
    });
  },
};
