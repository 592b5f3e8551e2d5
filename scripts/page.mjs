// Builds the page of the service from `web/` into `dist/web`: one stylesheet, the scripts, and the document that names
// them. The names hold a hash of the content, so that browsers may keep the files. Then the guide, from the pages of `docs`, into
// `dist/web/guide`. Plain Node, as `bundle.mjs`.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/**
 * Puts what screens share into the file of the frame, which is loaded first: esbuild makes a file for each set of screens that
 * have a module in common, and each would be a request. So everything that is loaded later imports the frame, and with it
 * all that the frame imports.
 */
const sharedByAll = {
  name: 'shared-by-all',
  setup({ onLoad }) {
    onLoad({ filter: /(Screen|markdownText)\.tsx$/ }, ({ path }) => ({
      contents: `${readFileSync(path, 'utf8')}\nimport ${JSON.stringify(join(root, FRAME))};`,
      loader: 'tsx',
    }));
  },
};

const FRAME = 'web/main.tsx';
const STYLE = 'web/style/page.css';
const BROWSERS = ['chrome123', 'firefox120', 'safari17.5'];
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const out = join(root, 'dist', 'web');

/** Builds it. Gives the source files that went into it, for the licences of packages. */
export async function buildPage() {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: { main: FRAME, page: STYLE },
    outdir: 'dist/web/assets',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: BROWSERS,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    tsconfig: 'web/tsconfig.json',
    plugins: [sharedByAll],
    minify: true,
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  });

  const files = Object.entries(metafile.outputs);
  const fileOf = (entryPoint) => files.find(([, file]) => file.entryPoint === entryPoint);
  const [entry, { imports }] = fileOf(FRAME);
  const [style] = fileOf(STYLE);
  const scripts = imports.filter(({ kind }) => kind === 'import-statement');
  // As all screens import the frame, its entry has nothing of its own. The document asks for what it leads to.
  const [script] = scripts;
  if (scripts.length !== 1) throw new Error(`${entry} imports ${scripts.length} files, not one`);
  rmSync(join(root, entry));
  const tags = [
    `<link rel="stylesheet" href="${addressOf(style)}">`,
    `<script type="module" src="${addressOf(script.path)}"></script>`,
  ];
  const document = readFileSync(join(root, 'web', 'index.html'), 'utf8');
  writeFileSync(join(out, 'index.html'), document.replace('<!-- files -->', tags.join('\n')));
  await buildGuide();
  return Object.keys(metafile.inputs);
}

/** Makes the guide. What makes it is written in TypeScript and shares the reader of Markdown with the page. */
async function buildGuide() {
  const folder = join(out, 'guide');
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: { guide: 'scripts/guide/guide.css' },
    outdir: 'dist/web/guide',
    entryNames: '[name]-[hash]',
    bundle: true,
    target: BROWSERS,
    minify: true,
    metafile: true,
    logLevel: 'warning',
  });
  const [style] = Object.keys(metafile.outputs);
  const program = join(out, 'buildGuide.mjs');
  await build({
    absWorkingDir: root,
    entryPoints: ['scripts/guide/buildGuide.ts'],
    outfile: program,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
  });
  const { buildGuide: make } = await import(pathToFileURL(program).href);
  make(root, folder, `/docs/guide/${basename(style)}`);
  rmSync(program);
}

function addressOf(path) {
  return `/assets/${basename(path)}`;
}

// By itself while somebody works on the page: `node scripts/page.mjs`.
if (process.argv[1] === fileURLToPath(import.meta.url)) await buildPage();
