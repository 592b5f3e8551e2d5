import { Readable } from 'node:stream';
import { z } from 'zod';
import { Name, optional } from '../../domain/text.js';
import { ARCHIVED, archiveLines } from '../../queries/archive/archiveLines.js';
import { joined } from '../answers/inParts.js';
import { atPosition, ok } from '../answers/successAnswers.js';
import { EXAMPLES } from '../openapi/examples.js';
import { AsOfParam, asOf } from '../request/parameters.js';
import { route } from '../route.js';
import { whileAllowed } from '../security/whileAllowed.js';

export const archiveRoute = route({
  method: 'GET',
  path: '/api/v1/admin/archive',
  operationId: 'exportArchive',
  tag: 'admin',
  summary: 'Export everything',
  description:
    'Sessions, notes, prompts, conventions and phases with all their versions, one a line, as of one moment. ' +
    'Equal vaults give equal bytes. Prompts belong to no project.',
  access: 'admin',
  act: 'export',
  query: z.strictObject({
    project: optional(Name).meta({ description: 'Only of this project.' }),
    team: optional(Name).meta({ description: 'Only of this team.' }),
    as_of: AsOfParam,
  }),
  answers: ok('The archive.', 'application/x-ndjson', `${JSON.stringify(EXAMPLES.archiveLine)}\n`, {
    'X-Log-Position': 'Position of the last event that it shows.',
  }),
  async handle({ app, query: { project, team, as_of: moment }, sees, recheck, reply }) {
    // The position is fixed: what is saved or revised meanwhile belongs to the next archive.
    const { position } = await app.log.head();
    const as_of = Math.min(await asOf(app, moment), position);
    // Refused before the answer begins, if they cannot be read.
    await app.readModels.current(...ARCHIVED);
    reply.type('application/x-ndjson');
    atPosition(reply, as_of);
    const lines = archiveLines(app.readModels, { sees, project, team, as_of });
    return Readable.from(whileAllowed(joined(lines), recheck), { objectMode: false });
  },
});
