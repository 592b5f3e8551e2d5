import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { packageFiles } from '../../scripts/packages/packageFiles.js';
import { SCHEMAS } from './schemas.js';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const { version, mcpName, files: packed } = JSON.parse(read('package.json'));
const files = packageFiles(version);

test('the packages are what the description makes; `npm run packages` writes them anew', () => {
  for (const [path, text] of Object.entries(files)) expect(read(path), path).toBe(text);
});

test('each manifest is as the specification of its program says', () => {
  const manifests = Object.keys(files).filter((path) => path.endsWith('.json'));
  expect(manifests.sort()).toEqual(Object.keys(SCHEMAS).sort());
  for (const path of manifests) {
    const { error } = SCHEMAS[path]?.safeParse(JSON.parse(files[path] ?? '')) ?? {};
    expect(error?.issues ?? [], path).toEqual([]);
  }
});

test('the registry finds its name in the package', () => {
  expect(JSON.parse(files['server.json'] ?? '').name).toBe(mcpName);
});

test('the package brings all of them', () => {
  for (const path of Object.keys(files))
    expect(packed.some((one: string) => path === one || path.startsWith(`${one}/`))).toBe(true);
});

test('a skill has the name of its folder, and says when it is read', () => {
  const skills = Object.keys(files).filter((path) => path.endsWith('/SKILL.md'));
  expect(skills.length).toBe(2);
  for (const path of skills) {
    const [, head = '', body = ''] = (files[path] ?? '').split(/^---$/m);
    const { name, description, ...others } = parseYaml(head);
    expect(path.split('/').at(-2)).toBe(name);
    expect(description.length).toBeGreaterThan(20);
    expect(description.length).toBeLessThanOrEqual(1024);
    expect(others).toEqual({});
    for (const tool of ['memory_search', 'memory_save']) expect(body).toContain(tool);
  }
});

test('each slash command passes on what was typed', () => {
  const names = ['recall', 'remember', 'forget'];
  for (const name of names) {
    const { description, prompt } = parse(files[`commands/${name}.toml`] ?? '');
    expect(description).toEqual(expect.any(String));
    expect(prompt).toContain('{{args}}');
    expect(files[`plugin/commands/${name}.md`]).toContain('$ARGUMENTS');
  }
});
