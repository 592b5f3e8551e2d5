import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { type Planted, plantedIn } from './plant.js';

/** The compiler of this tree, with things planted into it in memory. */
export interface Compiler {
  /** Every file of `src`. */
  readonly sources: readonly string[];
  /** What it reports in some files. Throws when what is planted is no TypeScript, which would be reported everywhere. */
  errorsIn(planted: readonly Planted[], files: readonly string[]): readonly string[];
}

export function compilerOf(root: string): Compiler {
  const config = ts.getParsedCommandLineOfConfigFile(join(root, 'tsconfig.json'), undefined, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
      throw new Error(String(messageText));
    },
  });
  if (!config) throw new Error('there is no tsconfig.json');
  const { fileNames, options } = config;
  const sources = fileNames
    .map((file) => relative(root, file))
    .filter((file) => file.startsWith('src/'));
  let texts = new Map<string, string>();
  const versions = new Map<string, number>();
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => fileNames,
    getScriptVersion: (file) => String(versions.get(file) ?? 0),
    getScriptSnapshot(file) {
      const text = texts.get(file) ?? ts.sys.readFile(file);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  });

  return {
    sources,
    errorsIn(planted, files) {
      const changed = new Set(planted.map(({ file }) => file));
      const before = texts;
      texts = new Map(
        [...changed].map((file) => {
          const path = join(root, file);
          return [path, plantedIn(file, readFileSync(path, 'utf8'), planted)];
        }),
      );
      for (const path of new Set([...before.keys(), ...texts.keys()])) {
        // What did not change need not be read again.
        if (before.get(path) !== texts.get(path)) versions.set(path, (versions.get(path) ?? 0) + 1);
      }
      for (const path of texts.keys()) {
        const [wrong] = service.getSyntacticDiagnostics(path);
        if (wrong) throw new Error(`${path}: ${textOf(wrong)}`);
      }
      return files.flatMap((file) =>
        service
          .getSemanticDiagnostics(join(root, file))
          .map((found) => `${file}: ${textOf(found)}`),
      );
    },
  };
}

function textOf({ messageText }: ts.Diagnostic): string {
  return ts.flattenDiagnosticMessageText(messageText, '\n');
}
