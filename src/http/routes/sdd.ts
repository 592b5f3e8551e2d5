import { EnterPhase, enterPhase } from '../../commands/enterPhase.js';
import { SDD_PHASES } from '../../domain/sdd.js';
import { formatTime, toSeconds } from '../../domain/time.js';
import { getSdd, SddStatus } from '../../queries/sdd.js';
import { changed, ok } from '../answers/successAnswers.js';
import { OfTeam, ProjectParam } from '../request/parameters.js';
import { type Route, route } from '../route.js';

const IN_DESIGN = {
  project: 'checkout',
  phase: 'design',
  updated_at: '2026-11-20T09:30:00Z',
  phases: SDD_PHASES,
};

const getSddRoute = route({
  method: 'GET',
  path: '/api/v1/sdd/{project}',
  operationId: 'getSdd',
  tag: 'projects',
  summary: 'Get the SDD phase of a project',
  description: 'Of spec-driven development; `explore` until the project enters another.',
  params: ProjectParam,
  query: OfTeam,
  answers: ok('The phase.', SddStatus, IN_DESIGN),
  async handle({ app, params: { project }, query, sees, ownTeam }) {
    const views = await app.readModels.current('sdd');
    return getSdd(views, sees, { project, team: query.team ?? ownTeam });
  },
});

const enterPhaseRoute = route({
  method: 'PUT',
  path: '/api/v1/sdd/{project}',
  operationId: 'enterPhase',
  tag: 'projects',
  summary: 'Move a project to an SDD phase',
  description: 'For all or for a `team`. Any move is allowed, and every move is recorded.',
  access: 'admin',
  params: ProjectParam,
  body: EnterPhase,
  example: { phase: 'design' },
  answers: changed('The phase.', SddStatus, IN_DESIGN),
  async handle({ params, body, execute }) {
    const { at } = await execute(enterPhase, { ...params, ...body });
    const updated_at = formatTime(toSeconds(at));
    return { project: params.project, ...body, updated_at, phases: SDD_PHASES };
  },
});

export const sddRoutes: readonly Route[] = [getSddRoute, enterPhaseRoute];
