import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { readConfig } from '../../src/config/config.js';
import { VERSION } from '../../src/config/version.js';
import { imageEnvironment } from './imageEnvironment.js';

const Resource = z.looseObject({ apiVersion: z.string(), kind: z.string() });
const Probe = z.object({
  httpGet: z.object({ httpHeaders: z.array(z.object({ name: z.string(), value: z.string() })) }),
});
const Container = z.object({
  image: z.string(),
  env: z.array(z.object({ name: z.string(), value: z.string().optional() })),
  startupProbe: Probe,
  livenessProbe: Probe,
  readinessProbe: Probe,
});
const StatefulSet = z.object({
  kind: z.literal('StatefulSet'),
  spec: z.object({
    replicas: z.literal(1),
    template: z.object({ spec: z.object({ containers: z.tuple([Container]) }) }),
  }),
});

const text = readFileSync(new URL('../../deploy/kubernetes.yaml', import.meta.url), 'utf8');
const resources = parseAllDocuments(text).map((document) => Resource.parse(document.toJS()));
const containerOf = () => {
  const set = resources.find(({ kind }) => kind === 'StatefulSet');
  return StatefulSet.parse(set).spec.template.spec.containers[0];
};

/** What the types of Kubernetes' API find wrong with resources: wrong, missing and unknown fields. */
function faultsIn(all: readonly z.infer<typeof Resource>[]): readonly string[] {
  const source = all.map((resource, i) => {
    // `v1` is core/v1, `networking.k8s.io/v1` networking/v1.
    const [version = '', group = 'core'] = resource.apiVersion.split('/').toReversed();
    const module = `kubernetes-types/${group.split('.')[0]}/${version}.js`;
    const type = `import('${module}').${resource.kind}`;
    return `const r${i}: ${type} = ${JSON.stringify(resource)};`;
  });
  const file = fileURLToPath(new URL('resources.ts', import.meta.url));
  const options = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    module: ts.ModuleKind.NodeNext,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.getSourceFile = (name, target, ...rest) =>
    name === file
      ? ts.createSourceFile(file, source.join('\n'), target)
      : getSourceFile(name, target, ...rest);
  return ts
    .getPreEmitDiagnostics(ts.createProgram([file], options, host))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

test('every resource of the manifest is as the API of Kubernetes wants it', () => {
  const kinds = resources.map(({ kind }) => kind);
  expect(kinds).toEqual(['Namespace', 'StatefulSet', 'Service', 'NetworkPolicy']);
  expect(faultsIn(resources)).toEqual([]);
});

test('a wrong field of a resource is noticed', () => {
  const faults = faultsIn([{ apiVersion: 'v1', kind: 'Namespace', metadata: { nmae: 'x' } }]);
  expect(faults.join()).toContain('nmae');
});

test('the settings of the container are right', () => {
  const env = containerOf().env.map(({ name, value }) => [name, value ?? 'x'.repeat(16)]);
  const config = readConfig({ ...imageEnvironment(), ...Object.fromEntries(env) });
  expect(config.unknown).toEqual([]);
  expect(config.auth).toBe('session');
  expect(config.dataDir).toBe('/data/vault');
});

test('the image is the one of this release', () => {
  expect(containerOf().image).toMatch(new RegExp(`:${VERSION}$`));
});

test('the probes name a host that every vault answers to', () => {
  const { startupProbe, livenessProbe, readinessProbe } = containerOf();
  for (const { httpGet } of [startupProbe, livenessProbe, readinessProbe]) {
    expect(httpGet.httpHeaders).toEqual([{ name: 'Host', value: 'localhost' }]);
  }
});
