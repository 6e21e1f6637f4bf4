import { FAILED_FILE } from './second-runs.mjs';
import { fileIn } from './times.mjs';

/**
 * Counts the tests of each file by the lines of the reporter. A second run of a file replaces the counts of the first. A file without
 * a line counts as one failure, because its tests have not run.
 */
export function countsOfFiles() {
  const tests = new Map();
  const passedOfFailed = new Map();
  const onLine = (line) => {
    const file = fileIn(line);
    if (file !== undefined) {
      tests.set(file.file, file.tests);
      passedOfFailed.delete(file.file);
    }
    const failed = FAILED_FILE.exec(line)?.groups;
    if (failed !== undefined) passedOfFailed.set(failed.file, Number(failed.passed));
  };
  const countsOf = (file) => {
    const count = tests.get(file) ?? 0;
    const passed = passedOfFailed.get(file) ?? count;
    return { passed, failed: tests.has(file) && !passedOfFailed.has(file) ? 0 : Math.max(1, count - passed) };
  };
  return {
    onLine,
    /** Returns the counts of some files. `skipped` is that of all files, because the reporter prints only the sum. */
    of(files, skipped) {
      const counts = files.map(countsOf);
      return {
        passed: sum(counts.map(({ passed }) => passed)),
        failed: sum(counts.map(({ failed }) => failed)),
        skipped,
      };
    },
  };
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
