// Builds the page of the service from `web/` into `dist/web`: one stylesheet, the scripts, and the document that names
// them. The names hold a hash of the content, so that browsers may keep the files. Plain Node, as `bundle.mjs`.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/**
 * Puts what screens share into one file: esbuild makes a file for each set of screens that have a module in common, and each
 * would be a request. So every screen, and what is loaded later and uses parts of the frame, asks for the frame of the page,
 * and with it for all that it imports.
 */
const sharedByAll = {
  name: 'shared-by-all',
  setup({ onLoad }) {
    onLoad({ filter: /(Screen|markdownText)\.tsx$/ }, ({ path }) => ({
      contents: `${readFileSync(path, 'utf8')}\nimport ${JSON.stringify(shared)};`,
      loader: 'tsx',
    }));
  },
};

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const shared = join(root, 'web', 'app', 'shared.ts');
const out = join(root, 'dist', 'web');

/** Builds it. Gives the source files that went into it, for the licences of packages. */
export async function buildPage() {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: { main: 'web/main.tsx', page: 'web/style/page.css' },
    outdir: 'dist/web/assets',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: ['chrome123', 'firefox120', 'safari17.5'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    tsconfig: 'web/tsconfig.json',
    plugins: [sharedByAll],
    minify: true,
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  });

  const outputs = Object.entries(metafile.outputs);
  const script = outputOf(outputs, 'web/main.tsx');
  const style = outputOf(outputs, 'web/style/page.css');
  const tags = [
    `<link rel="stylesheet" href="${style}">`,
    `<script type="module" src="${script}"></script>`,
    // Without these, the browser would learn of them only after it has read the script.
    ...neededBy(outputs, script).map((path) => `<link rel="modulepreload" href="${path}">`),
  ];
  const document = readFileSync(join(root, 'web', 'index.html'), 'utf8');
  writeFileSync(join(out, 'index.html'), document.replace('<!-- files -->', tags.join('\n')));
  return Object.keys(metafile.inputs);
}

function outputOf(outputs, entryPoint) {
  const [path] = outputs.find(([, output]) => output.entryPoint === entryPoint) ?? [];
  if (path === undefined) throw new Error(`${entryPoint} was not built`);
  return assetPath(path);
}

/** The files that a script imports at once, not on demand. */
function neededBy(outputs, path) {
  const [, output] = outputs.find(([one]) => assetPath(one) === path) ?? [];
  const imports = (output?.imports ?? []).filter(({ kind }) => kind === 'import-statement');
  return [
    ...new Set(
      imports.flatMap((one) => [assetPath(one.path), ...neededBy(outputs, assetPath(one.path))]),
    ),
  ];
}

function assetPath(path) {
  return `/assets/${basename(path)}`;
}

// By itself while somebody works on the page: `node scripts/page.mjs`.
if (process.argv[1] === fileURLToPath(import.meta.url)) await buildPage();
