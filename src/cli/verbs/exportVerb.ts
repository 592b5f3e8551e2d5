import { type Command, Option } from 'commander';
import { readClientSettings } from '../../connect/clientSettings.js';
import { unreachable } from '../../domain/unreachable.js';
import { exportMarkdown } from '../export/exportMarkdown.js';
import { exportPerson } from '../export/exportPerson.js';
import { withProgress } from '../export/exportProgress.js';
import { needVault } from '../export/needVault.js';
import { printOrWrite } from '../export/printOrWrite.js';
import { projectReport } from '../export/report/projectReport.js';
import { type Wanted, wantedArchive } from '../export/wantedArchive.js';
import { misused } from '../terminal/failed.js';
import { endAsExpected, outputOf } from '../terminal/output.js';
import { type Acting, acting, type VerbOptions } from '../terminal/verb.js';

const EXPORT_FORMATS = ['ndjson', 'markdown', 'report'] as const;

/** What is to be exported, and where to. */
interface Export extends Wanted {
  readonly format: (typeof EXPORT_FORMATS)[number];
  readonly output?: string;
}

type WholeExport = Wanted & { readonly output: string } & (
    | { readonly format: 'ndjson' | 'markdown' }
    | { readonly format: 'report'; readonly project: string }
  );

interface Options extends Partial<Export> {
  readonly person?: string;
  readonly start: boolean;
}

const EXAMPLES = `
Examples:
  memory-vault export > vault.ndjson
  memory-vault export --project checkout --as-of 2026-11-20T09:30:00Z -o checkout.ndjson
  memory-vault export --format markdown -o ~/vault-notes
  memory-vault export --format report --project checkout -o checkout.md`;

export function exportVerb(program: Command): void {
  program
    .command('export')
    .description('take everything out: as lines for an import, as Markdown files, or as a report')
    .addOption(
      new Option('--format <format>', 'default: ndjson, from which import takes all back').choices(
        EXPORT_FORMATS,
      ),
    )
    .option('-o, --output <path>', 'a file, or the folder of the Markdown files; default: print')
    .option('--project <name>', 'only what belongs to this project')
    .option('--team <name>', 'only what belongs to this team')
    .option('--as-of <moment>', 'as memory was at a time or at a position of the log')
    .option('--person <email>', 'all that forget --person would erase; goes with no other option')
    .option('--no-start', 'use only a service that is running already')
    .addHelpText('after', EXAMPLES)
    .action(async ({ person, start, ...asked }: Options, command: Command) => {
      if (person !== undefined) return printPerson(person, asked);
      const wanted = whole({ format: 'ndjson', ...asked });
      await needVault(process.env);
      return acting(exportVault)(wanted, { start, color: false }, command);
    });
}

function printPerson(person: string, others: Partial<Export>): Promise<void> {
  if (Object.keys(others).length > 0) throw misused('--person goes with no other option');
  if (readClientSettings(process.env).url !== undefined)
    throw misused('--person reads the log itself: run it where the vault is, without VAULT_URL');
  endAsExpected();
  return printOrWrite(exportPerson(person), '-', outputOf({}, process.env));
}

/** An export with all that its format needs. Throws `Failed` (usage) before a service is started for nothing. */
function whole({ format, output = '-', project, ...rest }: Export): WholeExport {
  switch (format) {
    case 'ndjson':
      return { ...rest, format, project, output };
    case 'markdown':
      if (output === '-') throw misused('Markdown files need a folder: add -o FOLDER');
      return { ...rest, format, project, output };
    case 'report':
      if (project === undefined) throw misused('a report is about one project: add --project NAME');
      return { ...rest, format, project, output };
    default:
      return unreachable(format);
  }
}

async function exportVault(
  { vault, output }: Acting,
  wanted: WholeExport,
  _: VerbOptions,
): Promise<void> {
  switch (wanted.format) {
    case 'ndjson': {
      const { lines } = await wantedArchive(vault, wanted);
      const shown = wanted.output === '-' ? lines : withProgress(lines);
      return printOrWrite(ended(shown), wanted.output, output);
    }
    case 'markdown':
      return exportMarkdown(vault, wanted, wanted.output, output);
    case 'report':
      return printOrWrite(projectReport(vault, wanted), wanted.output, output);
    default:
      return unreachable(wanted);
  }
}

async function* ended(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}
