// Bundles the imports of `dist/cli.js` and of `dist/hook.js` into a few files next to them, because finding and reading a thousand modules
// takes most of a start. All other files stay as compiled, for threads and tests. Then the page. Plain Node, after `tsc`.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { buildPage } from './page.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'dist');

/** Modules find files (`migrations`, their threads) relative to their own place; this keeps it so in a bundle. */
const keepPlaces = {
  name: 'keep-places',
  setup({ onLoad }) {
    onLoad({ filter: /\.js$/ }, ({ path }) => {
      const place = relative(dist, path).split(sep).join('/');
      const source = readFileSync(path, 'utf8');
      if (place.startsWith('..') || !source.includes('import.meta.url')) return undefined;
      // All bundled files are in `dist` itself.
      const url = `new URL(${JSON.stringify(place)}, import.meta.url).href`;
      return { contents: source.replaceAll('import.meta.url', url) };
    });
  },
};

/** The messages of zod in fifty languages: half of its text, of which a start would read and keep all. Ours are in English. */
const englishOnly = {
  name: 'english-only',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js';",
    }));
  },
};

/** The privacy filter stays a file of its own, which the bundle of hooks loads where it is needed. */
const filterApart = {
  name: 'filter-apart',
  setup({ onResolve }) {
    onResolve({ filter: /privacyFilter\.js$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './hookFilter.cjs', external: true } : undefined,
    );
  },
};

const ofBefore = readdirSync(dist).filter((file) => file.startsWith('joined-'));
for (const file of ofBefore) rmSync(join(dist, file));

const options = {
  absWorkingDir: root,
  outdir: 'dist',
  allowOverwrite: true,
  bundle: true,
  // Modules that are loaded on demand stay in files of their own.
  splitting: true,
  chunkNames: 'joined-[hash]',
  format: 'esm',
  platform: 'node',
  target: 'node20',
  external: [
    // Never loaded (`bareServer.ts`), and they would be a fifth of the bundle.
    '@fastify/ajv-compiler',
    '@fastify/fast-json-stringify-compiler',
    // A compiled client for PostgreSQL, which `pg` loads only when it is asked for.
    'pg-native',
  ],
  plugins: [keepPlaces, englishOnly],
  // Its `main` asks for modules in a way that no bundler sees.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  // V8 keeps the source text in memory, with two bytes per character if a comment has one beyond Latin-1.
  minifyWhitespace: true,
  // Keeps line numbers in stack traces useful.
  lineLimit: 160,
  metafile: true,
  logLevel: 'warning',
  write: false,
};

function write({ outputFiles }, change) {
  for (const { path, text } of outputFiles) writeFileSync(path, change(text, path));
}

const cli = await build({
  ...options,
  entryPoints: ['dist/cli.js'],
  // For packages that `require` modules of Node.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
});

// An `import` of it reads all that it exports, and so loads HTTP/2, TLS and `fetch` since Node 24: 50 ms of each command.
const HTTP = /\bimport\s*\{([^}]*)\}\s*from\s*"node:http";/g;
write(cli, (text) =>
  text.replaceAll(
    HTTP,
    (_, names) => `const{${names.replaceAll(' as ', ':')}}=require("node:http");`,
  ),
);

// By itself, and as CommonJS, which Node loads faster.
const hook = await build({
  ...options,
  entryPoints: {
    hook: 'dist/hook.js',
    hookMain: 'dist/hook/main.js',
    hookFilter: 'dist/privacy/privacyFilter.js',
  },
  format: 'cjs',
  splitting: false,
  // What is imported on demand is required then, from a file of its own: most hooks do without.
  supported: { 'dynamic-import': false },
  plugins: [...options.plugins, filterApart],
  outExtension: { '.js': '.cjs' },
  define: { 'import.meta.url': 'here' },
  banner: {
    js: `'use strict';
const here = require('node:url').pathToFileURL(__filename).href;
const later = (name) => new Proxy({}, { get: (_, key) => require(name)[key] });`,
  },
});
// These load others, and take longer than all of a prompt that changes nothing: each is loaded once something of it is used.
const ON_USE = /\brequire\("(node:(?:child_process|crypto|http|net|timers\/promises))"\)/g;
write(hook, (text, path) => {
  const lazy = text.replaceAll(ON_USE, 'later("$1")');
  // It would copy the members, of which `later` cannot tell the names.
  if (lazy.includes('__toESM(later('))
    throw new Error('a hook imports a module of Node as a whole: import its members');
  // What V8 compiled of the others is kept by this (`src/hook/compiled.ts`).
  const hash = createHash('sha256').update(lazy).digest('hex').slice(0, 16);
  return path.endsWith('hook.cjs') ? lazy : `// ${hash}\n${lazy}`;
});
// What setups of before have written into the settings of agents. An `import` would read all of it for the names of exports.
const forward =
  "import { createRequire } from 'node:module';\ncreateRequire(import.meta.url)('./hook.cjs');\n";
writeFileSync(join(dist, 'hook.js'), `#!/usr/bin/env node\n${forward}`);

// What `src/config/version.ts` reads. A package that is built without git says its version alone.
const asked = ['rev-parse', '--show-cdup', '--short=8', 'HEAD'];
const { stdout } = spawnSync('git', asked, { cwd: root, encoding: 'utf8' });
// The first line is empty where this folder is the top of the repository, and not merely inside another one.
const [, commit] = /^\n(\w+)\n$/.exec(stdout ?? '') ?? [];
if (commit === undefined) rmSync(join(dist, 'commit.txt'), { force: true });
else writeFileSync(join(dist, 'commit.txt'), `${commit}\n`);

const inputs = [...Object.keys(cli.metafile.inputs), ...(await buildPage())];
// The last file of a build: `ready.mjs` looks at it.
writeFileSync(join(dist, 'LICENSES.txt'), licences(inputs));

/** The licences of the bundled packages, which require it. */
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
