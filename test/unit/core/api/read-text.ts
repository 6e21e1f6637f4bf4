import { formatProblem } from '../../../../src/core/model/problem.ts';
import { readObjects, type ReadObjects } from '../../../../src/core/api/read-objects.ts';
import { parseYaml } from '../../../../src/core/yaml/parse-yaml.ts';

/** Reads a text as the file `in.yaml`. */
export function readText(text: string): ReadObjects {
  const { documents, problems } = parseYaml(text, 'in.yaml');
  const read = readObjects(documents);
  return { ...read, problems: [...problems, ...read.problems] };
}

/** Returns the problems of a text, one line each. */
export function problemLines(text: string): readonly string[] {
  return readText(text).problems.map(formatProblem);
}
