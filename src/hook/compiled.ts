import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';

/*
 * A hook is a new process each time, and compiling its program takes as long as what it does. So V8 keeps what it compiled in
 * `compiled`, beside the program (decision 44). Who may write there may write the program, too. Where nobody may, each hook compiles.
 */

/** Where what V8 compiled is kept. */
const FOLDER = 'compiled';

/**
 * Runs a CommonJS file, with a hash of it in a comment as its first line, and returns its exports. What it requires by a path that
 * begins with `./` runs in the same way. Throws what the file throws. Programs that do different things have different `work`: V8
 * compiles a function when it is first called.
 */
export function runCompiled(file: string, work: string): unknown {
  const source = readFileSync(file, 'utf8');
  // Of this V8 with its flags, which refuses what others compiled.
  const ofFile = `${basename(file)}-${work}-${cachedDataVersionTag()}-`;
  // Of a source, V8 compares only the length.
  const kept = join(dirname(file), FOLDER, ofFile + source.slice(3, source.indexOf('\n')));
  const cachedData = keptAt(kept);
  const script = new Script(`(function (exports, require, module, __filename) {${source}\n})`, {
    filename: file,
    ...(cachedData && { cachedData }),
  });
  if (cachedData === undefined || script.cachedDataRejected)
    process.once('exit', () => keep(script, kept, ofFile));
  const requireThere = createRequire(file);
  const load = (name: string) =>
    name.startsWith('./') ? runCompiled(join(dirname(file), name), work) : requireThere(name);
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

/** Keeps what V8 compiled, in place of what it compiled of an earlier version of the file. Where that fails, the next hook compiles. */
function keep(script: Script, path: string, ofFile: string): void {
  const folder = dirname(path);
  const written = `${path}.${process.pid}`;
  try {
    // Not the folders above it: somebody may be removing the program.
    if (!existsSync(folder)) mkdirSync(folder);
    // V8 believes what has the right length: a file of which a power cut left zeros would end each hook after it.
    writeFileSync(written, script.createCachedData(), { flag: 'wx', flush: true });
    renameSync(written, path);
    for (const name of readdirSync(folder))
      if (name.startsWith(ofFile) && name !== basename(path)) rmSync(join(folder, name));
  } catch {
    tryToRemove(written);
  }
}

function tryToRemove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // It is where nothing can be written.
  }
}
