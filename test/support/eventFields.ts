import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const EVENTS = fileURLToPath(new URL('../../src/events/vaultEvent.ts', import.meta.url));

/**
 * The fields of every type of event that can hold a text, as the compiler knows them: `type: path`, where `[]` is an item of
 * a list and `*` any member. Numbers, booleans and fixed words hold no text.
 */
export function textFields(): readonly string[] {
  const options = { strict: true, module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022 };
  const program = ts.createProgram([EVENTS], options);
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(EVENTS);
  const alias = file?.statements.find(
    (one): one is ts.TypeAliasDeclaration =>
      ts.isTypeAliasDeclaration(one) && one.name.text === 'VaultFact',
  );
  if (!alias) throw new Error('VaultFact is not in vaultEvent.ts');
  const facts = checker.getTypeAtLocation(alias);
  return partsOf(facts).flatMap((fact) => {
    const member = (name: string) => {
      const found = checker.getPropertyOfType(fact, name);
      if (!found) throw new Error(`a fact without ${name}`);
      return checker.getTypeOfSymbolAtLocation(found, alias);
    };
    const type = member('type');
    if (!type.isStringLiteral()) throw new Error('the type of a fact is no fixed word');
    return [...new Set(textsIn(checker, member('data'), ''))].map(
      (path) => `${type.value}: ${path}`,
    );
  });
}

const partsOf = (type: ts.Type) => (type.isUnion() ? type.types : [type]);

const NO_TEXT =
  ts.TypeFlags.NumberLike |
  ts.TypeFlags.BooleanLike |
  ts.TypeFlags.StringLiteral |
  ts.TypeFlags.Undefined |
  ts.TypeFlags.Null |
  ts.TypeFlags.Never;

/** The paths of the texts in a type. A text with a brand is an intersection with `string`. */
function textsIn(checker: ts.TypeChecker, type: ts.Type, path: string): readonly string[] {
  if (type.isUnion()) return type.types.flatMap((part) => textsIn(checker, part, path));
  if (type.flags & NO_TEXT) return [];
  const isText = (one: ts.Type) => (one.flags & ts.TypeFlags.StringLike) !== 0;
  if (isText(type) || (type.isIntersection() && type.types.some(isText))) return [path];
  // Anything may be in it.
  if (!(type.flags & ts.TypeFlags.Object) && !type.isIntersection()) return [`${path}.**`];
  if (checker.isTupleType(type) || checker.isArrayType(type)) {
    const items = checker.getTypeArguments(type as ts.TypeReference);
    return items.flatMap((item) => textsIn(checker, item, `${path}[]`));
  }
  const any = checker.getIndexTypeOfType(type, ts.IndexKind.String);
  const members = checker
    .getPropertiesOfType(type)
    .flatMap((one) => textsIn(checker, checker.getTypeOfSymbol(one), `${path}.${one.name}`));
  return [...members, ...(any ? textsIn(checker, any, `${path}.*`) : [])];
}

/** The texts that a field of `textFields` has in the data of an event. */
export function textsAt(data: unknown, path: string): readonly string[] {
  if (path === '') return typeof data === 'string' ? [data] : [];
  if (path === '.**') return deepTexts(data);
  if (typeof data !== 'object' || data === null) return [];
  if (path.startsWith('[]'))
    return Object.values(data).flatMap((one) => textsAt(one, path.slice(2)));
  const [, name = '', rest = ''] = /^\.([^.[]+)(.*)$/s.exec(path) ?? [];
  const members = name === '*' ? Object.values(data) : [Reflect.get(data, name)];
  return members.flatMap((one) => textsAt(one, rest));
}

function deepTexts(data: unknown): readonly string[] {
  if (typeof data === 'string') return [data];
  return typeof data === 'object' && data !== null ? Object.values(data).flatMap(deepTexts) : [];
}
