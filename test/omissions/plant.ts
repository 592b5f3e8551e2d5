import ts from 'typescript';

/** Something that is written into a file: `text` at the place in it that `at` finds. */
export interface Planted {
  /** Relative to the root of the tree. */
  readonly file: string;
  readonly at: (source: ts.SourceFile) => number;
  readonly text: string;
}

/** Another case of a union. */
export function caseOfType(file: string, name: string, text: string): Planted {
  const at = (source: ts.SourceFile) => {
    const alias = declarationOf(source, name);
    if (!ts.isTypeAliasDeclaration(alias)) throw new Error(`${name} is no type`);
    return alias.type.getEnd();
  };
  return { file, at, text: ` | ${text}` };
}

/**
 * Another member of the object that a constant is, or that a function returns, whichever comes first in it. With `property`,
 * another member of the object that this property of it is.
 */
export function memberOf(file: string, name: string, text: string, property?: string): Planted {
  const at = (source: ts.SourceFile) => {
    const isProperty = (node: ts.Node): node is ts.PropertyAssignment =>
      ts.isPropertyAssignment(node) && node.name.getText() === property;
    const owner = property === undefined ? undefined : within(source, name, isProperty);
    const object = owner ? owner.initializer : within(source, name, ts.isObjectLiteralExpression);
    return object.getEnd() - 1;
  };
  // The one before ends with a comma, since every object over several lines is formatted like that.
  return { file, at, text: `${text},` };
}

/** More at the end of a file. */
export function atEnd(file: string, text: string): Planted {
  return { file, at: (source) => source.getEnd(), text };
}

/** The text of a file with what is planted in it. Throws when a place is not there any more. */
export function plantedIn(file: string, text: string, planted: readonly Planted[]): string {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const places = planted
    .filter((one) => one.file === file)
    .map((one) => ({ at: one.at(source), text: one.text }))
    // From the end, so that the places before stay where they are.
    .sort((a, b) => b.at - a.at);
  return places.reduce(
    (before, one) => before.slice(0, one.at) + one.text + before.slice(one.at),
    text,
  );
}

function declarationOf(source: ts.SourceFile, name: string): ts.Node {
  const isIt = (node: ts.Node): node is ts.DeclarationStatement | ts.VariableDeclaration =>
    (ts.isTypeAliasDeclaration(node) ||
      ts.isFunctionDeclaration(node) ||
      ts.isVariableDeclaration(node)) &&
    node.name?.getText() === name;
  const found = find(source, isIt);
  if (!found) throw new Error(`${source.fileName} declares no ${name}`);
  return found;
}

function within<N extends ts.Node>(
  source: ts.SourceFile,
  name: string,
  isIt: (node: ts.Node) => node is N,
): N {
  const found = find(declarationOf(source, name), isIt);
  if (!found) throw new Error(`${name} in ${source.fileName} is not made as it was`);
  return found;
}

function find<N extends ts.Node>(node: ts.Node, isIt: (node: ts.Node) => node is N): N | undefined {
  if (isIt(node)) return node;
  return ts.forEachChild(node, (child) => find(child, isIt));
}
