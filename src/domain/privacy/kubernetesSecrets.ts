import { isReference } from './isReference.js';
import type { Rule, Span } from './rule.js';

const IS_SECRET = /^[ \t]*kind:[ \t]*["']?secret["']?[ \t\r]*$/im;
/** Of manifests one below the other, the next begins with its kind. */
const NEXT_DOCUMENT = /^---|(?<=\n)\r?\n(?=kind:)/m;
/** The key of the values of a manifest, with its indentation. */
const DATA = /^([ \t]*)(?:data|stringData):[ \t\r]*$/;
/** A key and what stands behind it on its line. */
const ENTRY = /^[ \t]*["']?[\w.-]{1,253}["']?:[ \t]*(.*)\r?$/;
const BLOCK_HEAD = /^[|>][-+\d]{0,2}$/;

/** Finds the values of `kind: Secret` in manifests of Kubernetes, whatever their keys are. Reads each line once. */
export const kubernetesSecrets: Rule = {
  id: 'kubernetes-secret',
  needs: ['kind: secret', 'kind: "secret', "kind: 'secret", 'kind:secret', 'kind:\tsecret'],
  find(text: string): readonly Span[] {
    const spans: Span[] = [];
    let at = 0;
    for (const manifest of text.split(NEXT_DOCUMENT)) {
      // What separates the two is no part of either.
      at = text.indexOf(manifest, at);
      if (IS_SECRET.test(manifest)) spans.push(...valuesOf(manifest, at));
      at += manifest.length;
    }
    return spans;
  },
};

function valuesOf(manifest: string, offset: number): Span[] {
  const spans: Span[] = [];
  let at = offset;
  let data: string | undefined;
  // What a line without a key goes on with: a block, also past empty lines, or the value right above it.
  let above: 'block' | 'value' | 'nothing' = 'nothing';
  for (const line of manifest.split('\n')) {
    const indent = /^[ \t]*/.exec(line)?.[0] ?? '';
    const isEmpty = line.trim() === '';
    if (DATA.test(line)) [data, above] = [indent, 'nothing'];
    else if (!isEmpty && indent.length <= (data?.length ?? 0)) data = undefined;
    else if (isEmpty && above === 'value') above = 'nothing';
    else if (!isEmpty && data !== undefined && !line.trim().startsWith('#')) {
      const entry = ENTRY.exec(line)?.[1]?.trim();
      if (entry !== undefined) above = entry === '' || BLOCK_HEAD.test(entry) ? 'block' : 'value';
      const value = entry ?? (above === 'nothing' ? '' : line.trim());
      const bare = value.replace(/^["']|["']$/g, '');
      if (bare !== '' && !BLOCK_HEAD.test(bare) && !isReference(bare)) {
        const start = at + line.lastIndexOf(bare);
        spans.push({ kind: 'key-value', start, end: start + bare.length });
      }
    }
    at += line.length + 1;
  }
  return spans;
}
