import type { Observation } from 'memory-vault-client';
import { z } from 'zod';
import { ObservationType } from '../../domain/observation.js';
import { fenced } from '../../domain/untrustedText.js';
import type { Answer } from '../answer.js';
import { projectOf } from '../projectOf.js';
import { shortened } from '../text/cut.js';
import { indexRows, READ_FOR_ROWS, rowsWithin } from '../text/noteText.js';
import { ELSEWHERE, givenNote, READS, SinceTime, tool, UntilTime } from '../tool.js';

/** For the rows; the answer as a whole has 800 tokens. */
const ROWS_BUDGET = 700;

/** Of the name of a project, which the next call may need as a whole. */
const NAME = { longest: 200, tokens: 150 };

/** The hits that are counted for `more`. */
const COUNTED = 100;

export const searchTool = tool({
  name: 'memory_search',
  description:
    'Search what earlier sessions learned: before you decide on a design, debug an error, or ask the user what was decided, ' +
    'and when the user speaks of earlier work. Gives an index of notes, best first: short id, day, type, title, ~tokens. ' +
    'Read the few that matter with memory_get; memory_timeline shows what happened around one.',
  input: z.object({
    query: z
      .string()
      .trim()
      .min(1, 'must not be blank')
      .describe('one to three keywords, or a question'),
    project: z.string().optional().describe('default: this project; * for all'),
    type: z.string().pipe(ObservationType).optional(),
    tag: z.string().optional(),
    author: z.string().optional(),
    path: z.string().optional().describe('a file, or folder/'),
    from: SinceTime.optional().describe('RFC 3339; to also'),
    to: UntilTime.optional(),
    limit: z.int().min(1).max(50).default(10),
    offset: z.int().min(0).max(10_000).default(0),
    as_of: UntilTime.optional().describe('as memory was then'),
  }),
  annotations: READS,
  async answer({ query: q, project, limit, offset, ...filters }, surroundings) {
    const { vault, workingCopy = ELSEWHERE } = surroundings;
    const { name, said, isNamed } = projectOf(surroundings, project);
    const path = filters.path === undefined ? undefined : workingCopy.pathOf(filters.path);
    const query = { q, ...filters, path, project: name, offset };
    const { data: hits, response } = await vault.GET('/api/v1/search', {
      params: { query: { ...query, limit: COUNTED, content_limit: READ_FOR_ROWS } },
    });
    if (hits.length === 0) {
      if (offset > 0) return { project: said, hint: `no more hits at offset ${offset}` };
      return { project: said, ...whereElse(response, name) };
    }
    const shown = hits.slice(0, limit);
    const changed = workingCopy.changed(shown);
    const rows = indexRows(shown, { project: !isNamed, changed });
    const given = rowsWithin(rows, ROWS_BUDGET);
    surroundings.giving?.(shown.slice(0, given.length).map(givenNote));
    return {
      project: said,
      recalled: fenced(given.join('\n')),
      more: moreOf(hits, given.length, offset),
    };
  },
});

function moreOf(hits: readonly Observation[], given: number, offset: number): string | undefined {
  const left = hits.length - given;
  if (left === 0) return undefined;
  const count = hits.length === COUNTED ? `at least ${left}` : `${left}`;
  return `${count} hits: offset ${offset + given}`;
}

/** What to try when nothing was found. Whoever saved a note chose the name of its project. */
function whereElse({ headers }: Response, project: string | undefined): Answer {
  const closest = headers.get('x-search-hint') ?? '';
  if (project === undefined) return { hint: 'nothing found: try other or fewer words' };
  if (closest === '') return { hint: 'nothing found: try other or fewer words, or project *' };
  const names = closest.split(', ').map((name) => shortened(decodeURIComponent(name), NAME));
  return {
    hint: 'no notes in this project; recalled are the projects with a similar name',
    recalled: fenced(rowsWithin(names, ROWS_BUDGET).join('\n')),
  };
}
