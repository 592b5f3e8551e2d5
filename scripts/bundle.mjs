// Joins what `dist/cli.js` imports into a few files beside it: finding and reading a thousand modules is most of a
// start. What is not joined stays as it was compiled; threads and tests use that. Plain Node, after `tsc`.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'dist');

/** A module finds files by where it lies (`migrations`, its threads), and has to after it was joined. */
const keepPlaces = {
  name: 'keep-places',
  setup({ onLoad }) {
    onLoad({ filter: /\.js$/ }, ({ path }) => {
      const place = relative(dist, path).split(sep).join('/');
      const source = readFileSync(path, 'utf8');
      if (place.startsWith('..') || !source.includes('import.meta.url')) return undefined;
      // All joined files lie in `dist` itself.
      const url = `new URL(${JSON.stringify(place)}, import.meta.url).href`;
      return { contents: source.replaceAll('import.meta.url', url) };
    });
  },
};

const ofBefore = readdirSync(dist).filter((file) => file.startsWith('joined-'));
for (const file of ofBefore) rmSync(join(dist, file));

const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: ['dist/cli.js'],
  outdir: 'dist',
  allowOverwrite: true,
  bundle: true,
  // What is loaded on demand stays apart.
  splitting: true,
  chunkNames: 'joined-[hash]',
  format: 'esm',
  platform: 'node',
  target: 'node20',
  external: [
    // It finds its compiled half by where it lies.
    'better-sqlite3',
    // Never loaded (`bareServer.ts`), and a fifth of all.
    '@fastify/ajv-compiler',
    '@fastify/fast-json-stringify-compiler',
  ],
  // For packages that `require` what Node brings.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
  plugins: [keepPlaces],
  // V8 keeps the text of what it runs: twice as much of it where one comment has letters beyond Latin.
  minifyWhitespace: true,
  // So that a line number in a stack trace still tells something.
  lineLimit: 160,
  metafile: true,
  logLevel: 'warning',
});

writeFileSync(join(dist, 'LICENSES.txt'), licences(Object.keys(metafile.inputs)));

/** The licences of the packages that were joined, as they ask for. */
function licences(inputs) {
  const packages = new Set(
    inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []),
  );
  const texts = [...packages].sort().map((path) => {
    const folder = join(root, path);
    const { name, version, license } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    );
    const files = readdirSync(folder).filter((file) => /^licen[cs]e/i.test(file));
    const text = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
    return `${name} ${version}\n\n${text || license}`;
  });
  return texts.join(`\n${'-'.repeat(80)}\n`);
}
