import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { readConfig } from '../../src/config/config.js';
import { VERSION } from '../../src/config/version.js';
import { newSigningKey } from '../../src/proof/signingKey.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';
import { imageEnvironment } from './imageEnvironment.js';

const SIGNING_KEY = newSigningKey('memory-vault/manifests');

const Resource = z.looseObject({ apiVersion: z.string(), kind: z.string() });
const Probe = z.object({
  httpGet: z.object({ httpHeaders: z.array(z.object({ name: z.string(), value: z.string() })) }),
  periodSeconds: z.int(),
  failureThreshold: z.int().optional(),
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
    replicas: z.int(),
    template: z.object({ spec: z.object({ containers: z.tuple([Container]) }) }),
  }),
});

/** Each manifest, with the kinds of its resources and how many pods it has. */
const MANIFESTS = {
  'kubernetes.yaml': {
    kinds: ['Namespace', 'StatefulSet', 'Service', 'NetworkPolicy'],
    replicas: 1,
  },
  'kubernetes-cluster.yaml': {
    kinds: ['Namespace', 'StatefulSet', 'PodDisruptionBudget', 'Service', 'NetworkPolicy'],
    replicas: 3,
  },
} as const;
// The keys of MANIFESTS are their names; Object.keys forgets it.
const names = Object.keys(MANIFESTS) as (keyof typeof MANIFESTS)[];

function resourcesOf(name: string) {
  const text = readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8');
  return parseAllDocuments(text).map((document) => Resource.parse(document.toJS()));
}

function setOf(name: string) {
  const set = resourcesOf(name).find(({ kind }) => kind === 'StatefulSet');
  return StatefulSet.parse(set).spec;
}

const containerOf = (name: string) => setOf(name).template.spec.containers[0];

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

test.each(names)('every resource of %s is as the API of Kubernetes wants it', (name) => {
  const resources = resourcesOf(name);
  expect(resources.map(({ kind }) => kind)).toEqual(MANIFESTS[name].kinds);
  expect(faultsIn(resources)).toEqual([]);
});

test.each(names)('%s has one writer, or several nodes of one log', (name) => {
  expect(setOf(name).replicas).toBe(MANIFESTS[name].replicas);
});

test('a wrong field of a resource is noticed', () => {
  const faults = faultsIn([{ apiVersion: 'v1', kind: 'Namespace', metadata: { nmae: 'x' } }]);
  expect(faults.join()).toContain('nmae');
});

/** The settings of the container, as if each secret had what it should have. */
function settingsOf(name: string) {
  const directory = temporaryDirectory();
  const values = containerOf(name).env.map(({ name: setting, value }) => {
    if (!value?.startsWith('/secrets/')) return [setting, value ?? 'x'.repeat(16)];
    const file = join(directory, basename(value));
    writeFileSync(file, setting.includes('CHECKPOINT') ? SIGNING_KEY : 'x'.repeat(16));
    return [setting, file];
  });
  return readConfig({ ...imageEnvironment(), ...Object.fromEntries(values) });
}

test.each(names)('the settings of the container of %s are right', (name) => {
  const config = settingsOf(name);
  expect(config.unknown).toEqual([]);
  expect(config.auth).toBe('session');
  expect(config.dataDir).toBe('/data/vault');
});

test('nodes share a log and their secrets, and keep callers for longer than they answer reads alone', () => {
  const { sharedLog, tokenSecret, checkpointKey } = settingsOf('kubernetes-cluster.yaml');
  expect(sharedLog?.place).toMatchObject({ sslMode: 'verify-full', password: 'x'.repeat(16) });
  expect([tokenSecret, checkpointKey]).toEqual(['x'.repeat(16), SIGNING_KEY]);
  const { periodSeconds, failureThreshold } = containerOf('kubernetes-cluster.yaml').readinessProbe;
  expect(1000 * periodSeconds * (failureThreshold ?? 1)).toBeGreaterThan(sharedLog?.maxLag ?? 0);
});

test.each(names)('the image of %s is the one of this release', (name) => {
  expect(containerOf(name).image).toMatch(new RegExp(`:${VERSION}$`));
});

test.each(names)('the probes of %s name a host that every vault answers to', (name) => {
  const { startupProbe, livenessProbe, readinessProbe } = containerOf(name);
  for (const { httpGet } of [startupProbe, livenessProbe, readinessProbe]) {
    expect(httpGet.httpHeaders).toEqual([{ name: 'Host', value: 'localhost' }]);
  }
});
