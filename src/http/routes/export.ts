import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Vault } from '../../app/vault.js';
import type { Visibility } from '../../domain/caller.js';
import { Name, optional, StoredName } from '../../domain/fields.js';
import { ObservationType } from '../../domain/observation.js';
import { personLines } from '../../maintenance/personLines.js';
import { ARCHIVED, archiveLines } from '../../queries/archive.js';
import { listObservations } from '../../queries/listObservations.js';
import { shownFrom } from '../../queries/visible.js';
import { joined, whileAllowed } from '../answers/inParts.js';
import { atPosition, ok } from '../answers/successAnswers.js';
import { EXAMPLES } from '../openapi/examples.js';
import { AsOfParam, asOf } from '../request/parameters.js';
import { ADMIN, get, group } from '../route.js';

async function* lines(
  vault: Vault,
  sees: Visibility,
  filters: Parameters<typeof listObservations>[2],
): AsyncGenerator<string> {
  const current = () => vault.readModels.current(...shownFrom(sees));
  for await (const observations of listObservations(current, sees, filters)) {
    yield observations.map((one) => `${JSON.stringify(one)}\n`).join('');
  }
}

export const exportRoutes = group(ADMIN, [
  get('/admin/export', 'exportObservations', {
    summary: 'Export observations',
    description:
      'As NDJSON. `POST /api/v1/observations/batch` accepts the lines and, with an admin credential, keeps ids ' +
      'and times. With `person`, all that `POST /admin/forget` would erase; what is no observation ' +
      'comes as events, with a `kind`.',
    act: 'export',
    query: z
      .strictObject({
        person: optional(StoredName).meta({
          description: 'Everything about this person; goes with no other filter.',
        }),
        project: optional(Name).meta({ description: 'Only of this project.' }),
        team: optional(Name).meta({ description: 'Only of this team.' }),
        type: optional(ObservationType).meta({ description: 'Only of this type.' }),
        as_of: AsOfParam,
      })
      .refine(
        ({ person, ...others }) =>
          person === undefined || Object.values(others).every((other) => other === undefined),
        'person: goes with no other filter',
      ),
    answers: ok(
      'The observations.',
      'application/x-ndjson',
      `${JSON.stringify(EXAMPLES.observation)}\n`,
    ),
    async handle({ vault, query, sees, recheck, reply }) {
      const answer = (parts: AsyncIterable<string>) =>
        Readable.from(whileAllowed(parts, recheck), { objectMode: false });
      if (query.person !== undefined) {
        reply.type('application/x-ndjson');
        return answer(joined(personLines(vault.log, query.person, { filter: vault.filter, sees })));
      }
      // The position is fixed: notes that are saved or revised meanwhile belong to the next export.
      const { position } = await vault.log.head();
      const instant = await asOf(vault, query.as_of);
      const as_of = Math.min(instant.as_of, position);
      // Refused before the answer begins, if they cannot be read.
      await vault.readModels.current(...shownFrom(sees));
      reply.type('application/x-ndjson');
      return answer(lines(vault, sees, { ...query, as_of, at: instant.at }));
    },
  }),
  get('/api/v1/admin/archive', 'exportArchive', {
    summary: 'Export everything',
    description:
      'Sessions, notes, prompts, conventions and phases with all their versions, one a line, as of one moment. ' +
      'Equal vaults give equal bytes. Prompts belong to no project.',
    act: 'export',
    query: z.strictObject({
      project: optional(Name).meta({ description: 'Only of this project.' }),
      team: optional(Name).meta({ description: 'Only of this team.' }),
      as_of: AsOfParam,
    }),
    answers: ok(
      'The archive.',
      'application/x-ndjson',
      `${JSON.stringify(EXAMPLES.archiveLine)}\n`,
      {
        'X-Log-Position': 'Position of the last event that it shows.',
      },
    ),
    async handle({ vault, query: { project, team, as_of: named }, sees, recheck, reply }) {
      // The position is fixed: what is saved or revised meanwhile belongs to the next archive.
      const { position } = await vault.log.head();
      const as_of = Math.min((await asOf(vault, named)).as_of, position);
      // Refused before the answer begins, if they cannot be read.
      await vault.readModels.current(...ARCHIVED);
      reply.type('application/x-ndjson');
      atPosition(reply, as_of);
      const lines = archiveLines(vault.readModels, { sees, project, team, as_of });
      return Readable.from(whileAllowed(joined(lines), recheck), { objectMode: false });
    },
  }),
]);
