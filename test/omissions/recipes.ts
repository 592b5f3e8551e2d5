import { atEnd, caseOfType, memberOf, type Planted } from './plant.js';

/** One step of a recipe of docs/recipes.md. */
export interface Step {
  readonly does: string;
  readonly planted: readonly Planted[];
  /** The file in which the compiler reports that the step was left out; undefined for the step that begins it all. */
  readonly foundIn?: string;
}

const OBSERVATION = 'src/events/observation.ts';
const SEARCH_FILTERS = 'src/domain/searchFilters.ts';
const FILTER_SCHEMAS = 'src/domain/filterSchemas.ts';
const FILTER_EXAMPLES = 'test/support/filterExamples.ts';
const CONFIG = 'src/config/config.ts';
const SHARE_RULES = 'src/cluster/sharedSettings.ts';
const CONFIG_TEST = 'test/config/config.test.ts';

const MOVED = `'pin.moved'`;
const movedFact = (field: string) =>
  caseOfType(OBSERVATION, 'PinFact', `Fact<${MOVED}, PinnedNote & { ${field} }>`);
const movedRow = (rules: string) =>
  memberOf(OBSERVATION, 'pin', `${MOVED}: { fold: (state) => state, ${rules} }`, 'events');
const newEvent: readonly Step[] = [
  { does: 'declares a fact of a family', planted: [movedFact('readonly reason: Redacted')] },
  {
    does: 'folds it, and says what its texts are',
    planted: [movedRow(`texts: { reason: 'text' }`)],
    foundIn: OBSERVATION,
  },
  {
    does: 'takes it into a read model',
    planted: [memberOf('src/projections/observations.ts', 'HANDLERS', `${MOVED}: () => {}`)],
    foundIn: 'src/projections/observations.ts',
  },
];

const row = (left: string = '', more: Readonly<Record<string, string>> = {}) => {
  const fields = {
    description: `'Only of this nation.'`,
    column: `'country'`,
    compare: `'equals'`,
    letter: `'n'`,
    sentToHive: `'filtered'`,
    ...more,
  };
  const given = Object.entries(fields).filter(([name]) => name !== left);
  const members = given.map(([name, value]) => `${name}: ${value}`).join(', ');
  return [memberOf(SEARCH_FILTERS, 'SEARCH_FILTERS', `nation: { ${members} }`)];
};
const newFilter: readonly Step[] = [
  { does: 'adds a row', planted: row() },
  {
    does: 'says how its value is parsed',
    planted: [memberOf(FILTER_SCHEMAS, 'FILTER_SCHEMAS', 'nation: Name')],
    foundIn: FILTER_SCHEMAS,
  },
  {
    does: 'shows what the filter finds',
    planted: [
      memberOf(
        FILTER_EXAMPLES,
        'FILTER_EXAMPLES',
        `nation: { value: 'DE', wanted: { country: 'DE' }, other: {} }`,
      ),
    ],
    foundIn: FILTER_EXAMPLES,
  },
];

const setting = (file: string, rows: string, name: string): readonly Step[] => [
  {
    does: 'names it, and says how it is written',
    planted: [memberOf(file, rows, `${name}: ['red', 'how the vault looks', z.string()]`)],
  },
  {
    does: 'says whether nodes share it',
    planted: [memberOf(SHARE_RULES, 'SHARING', `${name}: 'own'`)],
    foundIn: SHARE_RULES,
  },
  {
    does: 'tries a value of it',
    planted: [memberOf(CONFIG_TEST, 'OTHER', `${name}: 'blue'`)],
    foundIn: CONFIG_TEST,
  },
];
const newSetting = setting(CONFIG, 'VAULT_SETTINGS', 'VAULT_COLOUR');
const newHiveSetting = setting('src/config/hiveConfig.ts', 'HIVE_SETTINGS', 'VAULT_HIVE_COLOUR');

/** Everything that has to be done for a thing to be there, by the thing. */
export const RECIPES = {
  'an event': newEvent,
  'a search filter': newFilter,
  'a setting': newSetting,
} as const;

/** What is wrong by itself, and the file in which the compiler reports it. */
export interface Mistake {
  readonly planted: readonly Planted[];
  readonly foundIn: string;
}

const family = (file: string, type: string, fact: string) => ({
  planted: [
    caseOfType(`src/events/${file}.ts`, type, `Fact<'${fact}', { readonly project: string }>`),
  ],
  foundIn: `src/events/${file}.ts`,
});

const unfolded = {
  prompt: family('documents', 'PromptFact', 'prompt.pinned'),
  conventions: family('documents', 'ConventionsFact', 'conventions.dropped'),
  sdd: family('documents', 'SddFact', 'sdd.left'),
  session: family('session', 'SessionFact', 'session.resumed'),
  team: family('team', 'TeamFact', 'team.renamed'),
  invite: family('team', 'InviteFact', 'invite.seen'),
  hive: family('hive', 'HiveFact', 'hive.left'),
  hiveMember: family('hive', 'HiveMemberFact', 'hive.key_seen'),
  pin: family('observation', 'PinFact', 'pin.seen'),
  adminAct: family('administration', 'AdminFact', 'admin.left'),
  purge: family('administration', 'PurgeFact', 'vault.emptied'),
  forgetting: family('administration', 'ForgettingFact', 'vault.left'),
  erasure: family('administration', 'ErasureFact', 'event.left'),
  redaction: family('administration', 'RedactionFact', 'event.hidden'),
};

const withoutField = ['description', 'column', 'compare', 'letter', 'sentToHive'];

/** Other things that are easily forgotten or got wrong. */
export const MISTAKES: Readonly<Record<string, Mistake>> = {
  ...Object.fromEntries(
    Object.entries(unfolded).map(([name, mistake]) => [
      `an event of ${name} that is not folded`,
      mistake,
    ]),
  ),
  'an event that no read model takes': {
    planted: unfolded.hive.planted,
    foundIn: 'src/projections/allProjections.ts',
  },
  'an event with a text that no filter redacts again': {
    planted: [movedFact('readonly reasons: readonly Redacted[]'), movedRow('')],
    foundIn: OBSERVATION,
  },
  'an event with a team that walls do not know of': {
    planted: [movedFact('readonly team?: string'), movedRow('')],
    foundIn: OBSERVATION,
  },
  ...Object.fromEntries(
    withoutField.map((field) => [
      `a search filter without ${field}`,
      { planted: row(field), foundIn: SEARCH_FILTERS },
    ]),
  ),
  'a search filter of a column that is not there': {
    planted: row('', { column: `'nation'`, letter: 'null' }),
    foundIn: 'src/queries/search/searchScope.ts',
  },
  'a search filter with words for the bound of a range': {
    planted: row('', { column: `'created_at'`, compare: `'from'` }),
    foundIn: SEARCH_FILTERS,
  },
  'a search filter that is sent as the hash of what is no name': {
    planted: row('', { sentToHive: `'hashed'` }),
    foundIn: 'src/hive/cloudSearch.ts',
  },
  'a setting that does not say how it is written': {
    planted: [memberOf(CONFIG, 'VAULT_SETTINGS', `VAULT_COLOUR: ['red', 'colour of the vault']`)],
    foundIn: CONFIG,
  },
  'a column of observations that nothing fills': {
    planted: [memberOf('src/projections/observationRow.ts', 'COLUMNS', `colour: 'TEXT'`)],
    foundIn: 'src/projections/observations.ts',
  },
  'a kind of access that nothing grants': {
    planted: [caseOfType('src/http/route.ts', 'Audience', `'guest'`)],
    foundIn: 'src/http/door/authorize.ts',
  },
  'a kind of access that the API document does not know': {
    planted: [caseOfType('src/http/route.ts', 'Audience', `'guest'`)],
    foundIn: 'src/http/openapi/openapi.ts',
  },
  'a kind of caller without a name in the log': {
    planted: [caseOfType('src/domain/caller.ts', 'Caller', `{ readonly kind: 'guest' }`)],
    foundIn: 'src/domain/caller.ts',
  },
};

/** What compiles although something was left out, and the test file in which one test fails because of it. */
export interface Unnoticed {
  readonly planted: readonly Planted[];
  readonly foundBy: string;
}

const whole = (steps: readonly Step[]) => steps.flatMap(({ planted }) => planted);

const likeProject = [...row('', { letter: `'p'` }), ...whole(newFilter.slice(1))];

export const UNNOTICED: Readonly<Record<string, Unnoticed>> = {
  'an event that no golden log holds': {
    planted: whole(newEvent),
    foundBy: 'test/golden.test.ts',
  },
  'a setting of the hive that is read nowhere': {
    planted: whole(newHiveSetting),
    foundBy: CONFIG_TEST,
  },
  'a setting that is not in the docs': {
    planted: whole(newSetting),
    foundBy: 'test/docs.test.ts',
  },
  'a search filter whose words look like those of another': {
    planted: likeProject,
    foundBy: 'test/http/routes/searchFilters.test.ts',
  },
  'words in the search index that come without a higher version of the read model': {
    planted: likeProject,
    foundBy: 'test/golden.test.ts',
  },
  'a route that nothing serves': {
    planted: [
      atEnd(
        'src/http/routes/service.ts',
        `export const colourRoute = { ...statsRoute, operationId: 'getColour' };`,
      ),
    ],
    foundBy: 'test/http/routes/allRoutes.test.ts',
  },
};
