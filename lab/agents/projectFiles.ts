const line = (i: number) => `line ${i}\n`;

/** The file of the till, by its lines: a note is about lines 31 to 33, and line 74 is far from them. */
const TILL = [
  '// head\n'.repeat(30),
  'export const charge = (cents: number) => pay(cents);\n',
  'export const rounded = (cents: number) => Math.round(cents);\n',
  'export const close = () => lock(till);\n',
  Array.from({ length: 60 }, (_, i) => line(i)).join(''),
].join('');

const MIGRATE = `import { appendFileSync } from 'node:fs';
appendFileSync('migrated.txt', 'once\\n');
console.log('the tables are migrated');
`;

const CHECK = `case "$1" in
known) echo "09:31:54 Error: P3014: Prisma Migrate could not create the shadow database /srv/ann/23.db (pid 40713)" >&2 ;;
*) echo "Error: listen EADDRINUSE: address already in use :::3000" >&2 ;;
esac
exit 1
`;

const SCRIPTS = { 'db:migrate': 'node tools/migrate.mjs', build: 'node --version' };

/** The files of the project that an agent works in. */
export const PROJECT_FILES: Readonly<Record<string, string>> = {
  'src/till.ts': TILL,
  'src/door.ts': "export const colour = 'green';\n",
  'src/vat.ts': '// rates\nexport const rate = 19;\n',
  'tools/migrate.mjs': MIGRATE,
  'tools/check.sh': CHECK,
  'package.json': `${JSON.stringify({ name: 'shop', private: true, scripts: SCRIPTS }, null, 2)}\n`,
};
