import { isAbsolute } from 'node:path';
import { unreachable } from '../domain/unreachable.js';
import { jsonOf, parseJson } from './json/jsonDocument.js';
import { occupant } from './json/locate.js';
import { tableAt } from './lines/editToml.js';
import type { WantedFile } from './wantedFile.js';

/** The programs that our entries in a file start now, as absolute paths. Throws a `FileProblem`. */
export function programsNamed(wanted: WantedFile, text: string): readonly string[] {
  return [...new Set(valuesOf(wanted, text).flatMap(pathsIn))];
}

function valuesOf(wanted: WantedFile, text: string): readonly unknown[] {
  switch (wanted.kind) {
    case 'json': {
      const document = parseJson(wanted.path, text);
      const nodes = wanted.entries.map((entry) => occupant(wanted.path, document, entry));
      return nodes.flatMap((node) => (node ? [jsonOf(node)] : []));
    }
    case 'toml':
      return [tableAt(wanted.path, text, wanted.table)];
    case 'whole':
      // Its strings are written as in JSON.
      return [...text.matchAll(/"(?:[^"\\\n]|\\.)*"/g)].map(([string]) => stringIn(string));
    case 'text':
      return [];
    default:
      return unreachable(wanted);
  }
}

function stringIn(literal: string): unknown {
  try {
    return JSON.parse(literal);
  } catch {
    return undefined;
  }
}

/** Paths of programs: whole strings, or the quoted words of a command line. Other paths are those of settings. */
function pathsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(pathsIn);
  if (typeof value === 'object' && value !== null) {
    const { env: _, environment: __, ...rest } = value as Record<string, unknown>;
    return Object.values(rest).flatMap(pathsIn);
  }
  if (typeof value !== 'string') return [];
  if (isAbsolute(value)) return [value];
  const words = [...value.matchAll(/(?<![=\w])"((?:[^"\\]|\\.)*)"|(?<![=\w])'((?:[^']|'')*)'/g)];
  return words
    .map(
      ([, double, single = '']) =>
        double?.replaceAll(/\\(.)/g, '$1') ?? single.replaceAll(/(['\u2018-\u201b])\1/g, '$1'),
    )
    .filter((word) => isAbsolute(word));
}
