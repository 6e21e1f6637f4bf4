import { formatProblem } from '../../src/core/model/problem.ts';
import { translateOptions } from '../../src/core/translate-options.ts';
import type { TranslateOptions } from '../../src/core/translate/options.ts';
import { translate } from '../../src/core/translate/translate.ts';
import { formatYaml } from '../../src/core/yaml/format-yaml.ts';
import { parseYaml } from '../../src/core/yaml/parse-yaml.ts';

/** The command's output for one file. */
export interface Printed {
  /** Standard output. */
  readonly output: string;
  /** Standard error, one problem a line. */
  readonly problems: readonly string[];
}

/** The options without a default. */
const OPTIONAL = { maximumPlatformApi: '', now: 0, namespace: '', architecture: '', tektonVersion: '' } satisfies {
  readonly [Name in OptionalOption]-?: unknown;
};
type OptionalOption = {
  [Name in keyof TranslateOptions]-?: undefined extends TranslateOptions[Name] ? Name : never;
}[keyof TranslateOptions];

/** The names of all options, and whether they have a default. */
export const OPTION_NAMES = {
  withDefault: Object.keys(translateOptions({})),
  optional: Object.keys(OPTIONAL),
} as const;

/** The library's defaults with fixed images, so that a release does not change the goldens. */
export function someOptions(overrides: Partial<TranslateOptions> = {}): TranslateOptions {
  const images = { steps: 'taskpack/steps:test', entrypoint: 'taskpack/entrypoint:test' };
  return translateOptions({ images, ...overrides });
}

/** Translates a file's text as the command does. */
export function translationOf(text: string, file: string, options: TranslateOptions): Printed {
  const parsed = parseYaml(text, file);
  const translation = translate(parsed.documents, options);
  const problems = [...parsed.problems, ...translation.problems];
  return {
    output: [...translation.manifests].map(formatYaml).join('---\n'),
    problems: problems.map((problem) => `${problem.severity}: ${formatProblem(problem)}`),
  };
}
