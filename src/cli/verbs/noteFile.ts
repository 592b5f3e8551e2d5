import type { Observation } from 'memory-vault-client';
import { stringify } from 'yaml';
import { readFrontMatter, splitFrontMatter } from '../../domain/frontMatter.js';
import { OBSERVATION_TYPES } from '../../domain/observationTypes.js';
import { shortId } from '../terminal/shortId.js';

/** What a person may change about a note. */
export type Editable = Pick<Observation, 'title' | 'type' | 'tags' | 'content'>;

/** A note as the file that an editor opens: Markdown, with what may be changed as front matter. */
export function noteFile({ id, title, type, tags, content }: Observation): string {
  const help = [
    `# The note ${shortId(id)}. Save and close to revise it; close without saving to leave it as it is.`,
    `# Types: ${OBSERVATION_TYPES.join(', ')}`,
  ].join('\n');
  return `---\n${help}\n${stringify({ title, type, tags }, { lineWidth: 0 })}---\n${content}\n`;
}

const KEYS = ['title', 'type', 'tags'];

/** What such a file holds, or why it cannot be read. Whether the values are valid, the vault says. */
export function readNoteFile(text: string): Editable | { readonly wrong: string } {
  const { yaml, body } = splitFrontMatter(text);
  if (yaml === undefined)
    return { wrong: 'the lines of --- around its title, type and tags are missing' };
  const read = readFrontMatter(yaml);
  if (!read) return { wrong: 'what stands between the lines of --- is no YAML' };
  const unknown = Object.keys(read).filter((key) => !KEYS.includes(key));
  if (unknown.length > 0)
    return { wrong: `only ${KEYS.join(', ')} can be changed, not ${unknown.join(', ')}` };
  const { title, type, tags = [] } = read;
  if (typeof title !== 'string') return { wrong: 'its title must be one text' };
  const known = OBSERVATION_TYPES.find((one) => one === type);
  if (!known) return { wrong: `its type must be one of ${OBSERVATION_TYPES.join(', ')}` };
  const list = tags === '' ? [] : tags;
  if (!isTexts(list)) return { wrong: 'its tags must be a list of texts' };
  // The line break that the file ends with is that of the editor.
  return { title, type: known, tags: list, content: body.replace(/\r?\n$/, '') };
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}
