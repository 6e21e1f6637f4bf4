import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DEBUG_ANNOTATION } from '../../../src/core/model/debug-mode.ts';
import { EXEC_ENV_ANNOTATION, LAST_EXEC_ENV_ANNOTATION } from '../../../src/core/model/exec-env.ts';
import { objectAt } from '../../support/json-field.ts';
import type { TranslateOptions } from '../../../src/core/translate/options.ts';
import { parseYaml } from '../../../src/core/yaml/parse-yaml.ts';
import { goldenNames, goldenOutput } from '../../golden/golden-output.ts';
import { someOptions } from '../../support/translation-of.ts';
import { subjectsOf, type Subject } from './subject.ts';

const FOLDER = path.join(import.meta.dirname, '../../golden');

/** A golden case and the Builds of its input. */
export interface GoldenSubjects {
  readonly name: string;
  readonly subjects: readonly Subject[];
  /** True if taskpack prints a Pod for the case. */
  readonly hasPod: boolean;
}

/** Returns the golden cases, except for those of modes that kpack does not have. */
export function goldenSubjects(): readonly GoldenSubjects[] {
  return goldenNames()
    .map((name) => ({
      name,
      subjects: subjectsOf(name, documentsOf(name), optionsOf(name)),
      hasPod: goldenOutput(name, 'pod-init') !== undefined,
    }))
    .filter(({ subjects }) => !subjects.some(isOfOwnMode));
}

/** The annotations with which taskpack builds as kpack cannot. */
const OWN_ANNOTATIONS = [DEBUG_ANNOTATION, EXEC_ENV_ANNOTATION, LAST_EXEC_ENV_ANNOTATION];

function isOfOwnMode({ options: { creatorBuilders, systemBuildpacks, injectedSidecars }, written }: Subject): boolean {
  const annotations = objectAt(objectAt(written, 'metadata'), 'annotations');
  const isAnnotated = OWN_ANNOTATIONS.some((name) => annotations[name] !== undefined);
  return creatorBuilders.length + systemBuildpacks.length > 0 || typeof injectedSidecars === 'object' || isAnnotated;
}

function documentsOf(name: string): ReturnType<typeof parseYaml>['documents'] {
  const file = path.join(FOLDER, name, 'input.yaml');
  return parseYaml(readFileSync(file, 'utf8'), 'input.yaml').documents;
}

function optionsOf(name: string): TranslateOptions {
  const file = path.join(FOLDER, name, 'options.json');
  return someOptions(existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<TranslateOptions>) : {});
}
