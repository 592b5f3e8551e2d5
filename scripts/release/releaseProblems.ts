import { unreleased } from './changelog.js';

/** A repository before a release. */
export interface Before {
  readonly branch: string;
  /** What `git status --porcelain` prints. */
  readonly status: string;
  readonly tags: readonly string[];
  /** The version in package.json. */
  readonly version: string;
  readonly changelog: string;
}

/** Why a version cannot be released from there, with what to do; empty if it can. */
export function releaseProblems(before: Before, version: string): readonly string[] {
  const problems: string[] = [];
  if (before.branch !== 'main') {
    problems.push(`the branch is ${before.branch}: releases are made from main`);
  }
  if (before.status !== '') {
    problems.push(`there are changes that are not committed:\n${before.status}`);
  }
  if (!isVersion(version)) {
    problems.push(`${version} is not a version such as 1.2.3`);
  } else if (!isHigher(version, before.version)) {
    problems.push(`${version} is not higher than ${before.version}, which package.json has`);
  }
  if (before.tags.includes(`v${version}`)) {
    problems.push(`there is a tag v${version} already: choose another version`);
  }
  if (unreleased(before.changelog) === undefined) {
    problems.push('CHANGELOG.md says nothing under "## Unreleased": say there what changed');
  }
  return problems;
}

const isVersion = (text: string) => /^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/.test(text);

function isHigher(version: string, than: string): boolean {
  const parts = than.split('.').map(Number);
  const differences = version.split('.').map((part, i) => Number(part) - (parts[i] ?? 0));
  return (differences.find((difference) => difference !== 0) ?? 0) > 0;
}
