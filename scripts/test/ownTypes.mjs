// Checks the types of the files that a project includes, and not again those of what they import, which another project
// includes: `node ownTypes.mjs PROJECT BUILD_INFO`. Prints what `tsc` would print of them, and exits with 1 if there is any.
import { join, resolve } from 'node:path';
import ts from 'typescript';

const [project = '', buildInfo = ''] = process.argv.slice(2);
const host = {
  getCanonicalFileName: (name) => name,
  getCurrentDirectory: () => process.cwd(),
  getNewLine: () => '\n',
};

const { fileNames, options, errors } = ts.getParsedCommandLineOfConfigFile(
  join(project, 'tsconfig.json'),
  // TypeScript remembers there what it found in the last run.
  { incremental: true, tsBuildInfoFile: resolve(buildInfo) },
  {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic(diagnostic) {
      throw new Error(ts.formatDiagnostic(diagnostic, host));
    },
  },
);
const own = new Set(fileNames.map((name) => resolve(name)));
const program = ts.createIncrementalProgram({
  rootNames: fileNames,
  options,
  createProgram: ts.createSemanticDiagnosticsBuilderProgram,
});
const isOthers = ({ fileName }) => !own.has(resolve(fileName));
while (program.getSemanticDiagnosticsOfNextAffectedFile(undefined, isOthers));
const files = program.getSourceFiles().filter((file) => !isOthers(file));
const found = [
  ...errors,
  ...program.getOptionsDiagnostics(),
  ...program.getGlobalDiagnostics(),
  ...files.flatMap((file) => [
    ...program.getSyntacticDiagnostics(file),
    ...program.getSemanticDiagnostics(file),
  ]),
];
program.emit();
process.stdout.write(ts.formatDiagnostics(ts.sortAndDeduplicateDiagnostics(found), host));
if (found.length > 0) process.exitCode = 1;
