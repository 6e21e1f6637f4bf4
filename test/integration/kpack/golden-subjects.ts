import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { TranslateOptions } from '../../../src/translate/options.ts';
import { parseYaml } from '../../../src/yaml/parse-yaml.ts';
import { someOptions } from '../../support/translation-of.ts';
import { subjectsOf, type Subject } from './subject.ts';

const FOLDER = path.join(import.meta.dirname, '../../golden');

/** A golden case with the Builds of its input. */
export interface GoldenSubjects {
  readonly name: string;
  readonly subjects: readonly Subject[];
  /** Whether taskpack prints a Pod for it. */
  readonly hasPod: boolean;
}

export function goldenSubjects(): readonly GoldenSubjects[] {
  return readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({
      name,
      subjects: subjectsOf(name, documentsOf(name), optionsOf(name)),
      hasPod: existsSync(path.join(FOLDER, name, 'pod-init.yaml')),
    }));
}

function documentsOf(name: string): ReturnType<typeof parseYaml>['documents'] {
  const file = path.join(FOLDER, name, 'input.yaml');
  return parseYaml(readFileSync(file, 'utf8'), 'input.yaml').documents;
}

function optionsOf(name: string): TranslateOptions {
  const file = path.join(FOLDER, name, 'options.json');
  return someOptions(existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<TranslateOptions>) : {});
}
