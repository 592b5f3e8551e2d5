/**
 * The version of better-sqlite3 that runs on a version of Node, such as `22.23.3`: 13 needs Node 22, and 12 aborts on
 * Node 24.19 and newer. Throws a sentence for the user when this Node has none.
 */
export function bindingFor(node: string): 12 | 13 {
  const [major = 0, minor = 0] = node.split('.').map(Number);
  if (major >= 22) return 13;
  if (major === 20 && minor >= 19) return 12;
  throw new Error(`Node ${node} is not supported: install Node 20.19, or 22 or newer`);
}
