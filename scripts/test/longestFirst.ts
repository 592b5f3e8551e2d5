import { relative, sep } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { expectedSeconds, readTimes } from './times.js';

/**
 * Project by project, because a worker that changes to another project loads all modules again; in each the longest files
 * first, so that all workers end at about the same time.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const times = readTimes();
    const expected = expectedSeconds(times[process.env.TEST_ALL === '1' ? 'all' : 'gate']);
    const seconds = ({ moduleId, project }: TestSpecification) =>
      expected(relative(project.config.root, moduleId).split(sep).join('/'));
    return [...specifications].sort(
      (one, other) =>
        ORDER.indexOf(one.project.name) - ORDER.indexOf(other.project.name) ||
        seconds(other) - seconds(one) ||
        one.moduleId.localeCompare(other.moduleId, 'en'),
    );
  }
}

/** What starts other programs first: the small files at the end fill the gaps. */
const ORDER = ['isolated', 'browser', 'tests'];
