import { markdownTable } from '../../tools/markdownTable.js';
import { sharedLogSql } from './sharedLogSql.js';

/** Needs no grants. */
const OWNER = ['`vault_owner`', 'owns all of it; a member of it runs the commands of the owner'];

/** The roles of a shared log in PostgreSQL and what each may do, from the grants and the triggers of the migrations. */
export function rolesTable(): string {
  const sql = sharedLogSql();
  const rights = new Map<string, string[]>();
  const grants = [...sql.matchAll(/^GRANT ([A-Z]+[^;]*?) ON ([^;]+?) TO ([^;]+);/gm)];
  if (grants.length !== sql.match(/\bGRANT\b/g)?.length)
    throw new Error('a GRANT of migrations/postgres has another form than this table knows');
  for (const [, right = '', on = '', roles = ''] of grants)
    for (const role of roles.split(/,\s*/))
      rights.set(role, [...(rights.get(role) ?? []), inWords(right, on)]);
  const refused = [...sql.matchAll(/^CREATE TRIGGER \w+ BEFORE ([A-Z ]+) ON (\w+)/gm)].map(
    ([, changes = '', table]) => `${codes(changes.split(' OR '))} of \`${table}\``,
  );
  return markdownTable(
    ['role', 'what it may do'],
    [
      OWNER,
      ...[...rights].map(([role, all]) => [`\`${role}\``, all.join('; ')]),
      ['everybody, the owner too', `is refused: ${refused.join('; ')}`],
    ],
  );
}

function inWords(right: string, on: string): string {
  const [, verb = right, columns] = /^(.+?) \((.+)\)$/.exec(right) ?? [];
  const what = on
    .replace(/^ALL TABLES IN SCHEMA vault$/, 'all tables')
    .replace(/^SCHEMA (\w+)$/, 'the schema `$1`')
    .replace(/^FUNCTION (\w+)$/, 'the function `$1`');
  const named = what === on ? codes(on.split(/,\s*/)) : what;
  const only = columns ? `the column \`${columns}\` of ` : '';
  return `${codes(verb.split(/,\s*/))} on ${only}${named}`;
}

const codes = (words: readonly string[]) => words.map((word) => `\`${word}\``).join(', ');
