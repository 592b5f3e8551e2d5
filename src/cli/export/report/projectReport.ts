import type { VaultClient } from 'memory-vault-client';
import { nothingFound } from '../../terminal/failed.js';
import { shownLine } from '../../terminal/shown.js';
import { linesOf, type Wanted, wantedArchive } from '../wantedArchive.js';
import { type ReportData, reportData } from './reportData.js';
import { type ReportSection, reportSections } from './reportSections.js';
import { lineOf } from './reportText.js';

/**
 * What a vault knows of a project, as one Markdown document for people, in parts: what was agreed on, where it stands, its notes
 * by type and its sessions, newest first. Throws `Failed` (nothing) for a project without anything.
 */
export async function* projectReport(
  vault: VaultClient,
  wanted: Wanted & { readonly project: string },
): AsyncGenerator<string> {
  const archive = await wantedArchive(vault, wanted);
  const data = await reportData(wanted.project, archive.position, linesOf(archive));
  const { notes, sessions, conventions, phases } = data;
  if (notes.length + sessions.length + conventions.length + phases.length === 0)
    throw nothingFound(`there is nothing about a project ${shownLine(wanted.project)}`);
  yield* reportText(data);
}

/** The document, in parts. */
export function* reportText(data: ReportData): Generator<string> {
  const sections = reportSections(data);
  yield `# ${lineOf(data.project)}\n\n`;
  yield `As of event ${data.position.toLocaleString('en')} of the log.\n\n`;
  yield `## Contents\n\n${sections.map(contentsLine).join('')}`;
  for (const { heading, texts } of sections) {
    yield `\n## ${heading}\n`;
    for (const text of texts()) yield `\n${text}`;
  }
}

/** A link to the heading, by the name that GitHub, Obsidian and others give it. */
function contentsLine({ heading, count }: ReportSection): string {
  const target = heading.toLowerCase().replaceAll(' ', '-');
  return `- [${heading}](#${target})${count === undefined ? '' : ` (${count})`}\n`;
}
