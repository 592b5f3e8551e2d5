import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';

/*
 * A hook is a new process each time, and compiling its program takes as long as what it does. So V8 keeps what it compiled in
 * `compiled`, beside the program (decision 120). Who may write there may write the program, too. Where nobody may, each hook compiles.
 */

/** Where what V8 compiled is kept. */
const FOLDER = 'compiled';

/**
 * Runs a CommonJS file, with a hash of it in a comment as its first line, and returns its exports. What it requires by a path that begins with `./` runs in the same way. Throws what the
 * file throws.
 */
export function runCompiled(file: string): unknown {
  const source = readFileSync(file, 'utf8');
  // V8 refuses what another V8 compiled, but of the source it compares only the length. So its first line has its hash.
  const ofFile = `${basename(file)}-${process.version}-${process.arch}-`;
  const kept = join(dirname(file), FOLDER, ofFile + source.slice(3, source.indexOf('\n')));
  const cachedData = keptAt(kept);
  const script = new Script(`(function (exports, require, module, __filename) {${source}\n})`, {
    filename: file,
    ...(cachedData && { cachedData }),
  });
  // At the end, because V8 compiles a function when it is first called.
  if (cachedData === undefined || script.cachedDataRejected)
    process.once('exit', () => keep(script, kept, ofFile));
  const requireThere = createRequire(file);
  const load = (name: string) =>
    name.startsWith('./') ? runCompiled(join(dirname(file), name)) : requireThere(name);
  const module = { exports: {} };
  script.runInThisContext()(module.exports, load, module, file);
  return module.exports;
}

function keptAt(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/** Keeps what V8 compiled, in place of what it compiled of an earlier version of the file. */
function keep(script: Script, path: string, ofFile: string): void {
  const folder = dirname(path);
  const written = `${path}.${process.pid}`;
  try {
    mkdirSync(folder, { recursive: true });
    const descriptor = openSync(written, 'wx');
    try {
      writeSync(descriptor, script.createCachedData());
      // V8 believes what it is given: a file that a power cut left half empty would end each hook after it.
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(written, path);
    for (const name of readdirSync(folder))
      if (name.startsWith(ofFile) && name !== basename(path)) rmSync(join(folder, name));
  } catch {
    // The next hook compiles, too.
  }
}
