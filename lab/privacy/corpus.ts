import { createHash } from 'node:crypto';
import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A file of a corpus. */
export interface CorpusFile {
  /** Relative to the corpus, with `/`. */
  readonly path: string;
  readonly text: string;
}

const TEXT =
  /\.(?:md|markdown|mdx|rst|adoc|txt|[cm]?[jt]sx?|json|ya?ml|toml|ini|cfg|conf|properties|env|sh|bash|py|rb|go|rs|java|kt|cs|php|pl|lua|c|h|cc|cpp|hpp|swift|scala|ex|exs|sql|html?|xml|css|csv|1|5|7|8)$/i;
/** Tests hold made-up passwords by the hundred, which is their business; docs and code are what notes are made of. */
const TEST = /(?:^|[/._-])(?:__tests__|tests?|testing|spec|fixtures?|benchmarks?)(?:[/._-]|$)/i;
/** Beyond this a file is a bundle or data, in which one line may weigh more than all the rest. Bytes. */
const LARGEST = 1_000_000;

/**
 * The text files below a directory, up to `bytes` in total: the same ones in every run, in an order that mixes the
 * packages (by the hash of the path), without tests. Files with the same text come once. Links are not followed.
 */
export function* corpusFiles(directory: string, bytes: number): Generator<CorpusFile> {
  const paths = pathsBelow(directory, '').map((path) => ({ path, rank: hashOf(path) }));
  paths.sort((a, b) => (a.rank < b.rank ? -1 : 1));
  const seen = new Set<string>();
  let left = bytes;
  for (const { path } of paths) {
    const file = join(directory, path);
    if (statSync(file).size > LARGEST) continue;
    const content = readFileSync(file);
    const hash = hashOf(content);
    if (content.includes(0) || seen.has(hash)) continue;
    seen.add(hash);
    left -= content.length;
    if (left < 0) return;
    yield { path, text: content.toString('utf8') };
  }
}

function pathsBelow(directory: string, below: string): string[] {
  return readdirSync(join(directory, below), { withFileTypes: true }).flatMap((entry: Dirent) => {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) return pathsBelow(directory, path);
    return entry.isFile() && TEXT.test(path) && !TEST.test(path) ? [path] : [];
  });
}

const hashOf = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
