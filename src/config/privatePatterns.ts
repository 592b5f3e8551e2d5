import { z } from 'zod';
import { messageOf } from '../diagnostics/messageOf.js';
import { linearPattern } from '../domain/patterns/linearPattern.js';
import { PatternRefused } from '../domain/patterns/patternTree.js';
import { readSettingFile } from './settingFile.js';

/** The patterns of a file, and its errors. */
export interface PrivatePatterns {
  readonly patterns: readonly RegExp[];
  readonly problems: readonly string[];
}

/** Reads a pattern from each line. Blanks around it, empty lines and lines that begin with `#` are left out. */
export function readPrivatePatterns(file: string): PrivatePatterns {
  const patterns: RegExp[] = [];
  const problems: string[] = [];
  let text = '';
  try {
    text = readSettingFile(file);
  } catch (error) {
    problems.push(messageOf(error));
  }
  for (const [index, line] of text.split('\n').entries()) {
    const source = line.trim();
    if (source === '' || source.startsWith('#')) continue;
    try {
      patterns.push(linearPattern(source));
    } catch (error) {
      if (!(error instanceof PatternRefused)) throw error;
      problems.push(`line ${index + 1} ${error.message}`);
    }
  }
  return { patterns, problems };
}

/** The path of such a file. All its errors are reported together. */
export const PatternFile = z.string().transform((file, ctx): readonly RegExp[] => {
  const { patterns, problems } = readPrivatePatterns(file);
  for (const message of problems) ctx.addIssue({ code: 'custom', message });
  return patterns;
});
