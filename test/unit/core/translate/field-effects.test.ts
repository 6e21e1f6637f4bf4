import { expect } from 'chai';
import * as fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { lookup } from '../../../../src/core/api/reading/lookup.ts';
import { isJsonObject } from '../../../../src/core/model/json.ts';
import { formatFieldPath, formatProblem, hasErrors } from '../../../../src/core/model/problem.ts';
import type { TranslateOptions } from '../../../../src/core/translate/options.ts';
import { OLD_TEKTON_KINDS } from '../../../../src/core/translate/old-tekton/kinds.ts';
import { translate } from '../../../../src/core/translate/translate.ts';
import { parseYaml } from '../../../../src/core/yaml/parse-yaml.ts';
import { arbitraryBuild } from '../../../support/arbitrary-build.ts';
import { ROOT } from '../../../support/command.ts';
import { fieldsWithoutEffect, type Outcome } from '../../../support/field-effects.ts';
import { SAMPLE } from '../../../support/sample.ts';
import { someOptions } from '../../../support/translation-of.ts';
import { FULL_IMAGES } from './full-images.ts';
import { FULL_TEKTON } from './full-tekton.ts';
import { UNAFFECTING_FIELDS } from './unaffecting-fields.ts';

interface Written {
  readonly value: unknown;
}

const SEED = 20_260_101;
const GENERATED = 10;

/** The inputs of other tests. */
const FOLDERS = ['test/golden', 'test/unit/translators/old-tekton/fixtures'];

const BACKENDS: Readonly<Record<string, Partial<TranslateOptions>>> = {
  taskrun: { to: 'taskrun' },
  'pod in init layout': { to: 'pod', layout: 'init' },
};

describe('every field of the input changes the output or a message, or is listed', () => {
  for (const [backend, options] of Object.entries(BACKENDS)) {
    it(`${GENERATED} generated Builds as a ${backend} (seed ${SEED})`, function () {
      this.timeout(600_000);
      const builds = fc.sample(arbitraryBuild, { numRuns: GENERATED, seed: SEED });
      expect(builds.flatMap(({ documents }) => lostFields(documents, options))).to.deep.equal([]);
    });
  }

  for (const { title, documents } of [...FULL_IMAGES, ...FULL_TEKTON]) {
    it(title, () => {
      expect(isTranslated(documents)).to.equal(true);
      expect(lostFields(documents, {})).to.deep.equal([]);
    });
  }

  it('the samples and the inputs of other tests', function () {
    this.timeout(600_000);
    const inputs = [`${SAMPLE.build}---\n${SAMPLE.facts}`, ...FOLDERS.flatMap(inputsIn)]
      .map((text) => parseYaml(text, 'input.yaml').documents.map(({ value }) => ({ value })))
      .filter(isTranslated);
    expect(inputs.length).to.be.greaterThan(60);
    expect(inputs.flatMap((documents) => lostFields(documents, {}))).to.deep.equal([]);
  });
});

function inputsIn(folder: string): readonly string[] {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => readFileSync(path.join(ROOT, folder, name, 'input.yaml'), 'utf8'));
}

function isTranslated(documents: readonly Written[]): boolean {
  return !hasErrors(translate(documents, someOptions({ now: 0 })).problems);
}

/** Returns the fields of the documents that count nowhere and are not listed. */
function lostFields(documents: readonly Written[], options: Partial<TranslateOptions>): readonly string[] {
  return documents.flatMap(({ value }, index) => {
    const kind = translatedKind(value);
    if (kind === undefined) return [];
    const outcomeIn =
      (others: readonly Written[]) =>
      (variant: unknown): Outcome => {
        const { manifests, problems } = translate(
          [...others.slice(0, index), { value: variant }, ...others.slice(index)],
          someOptions({ now: 0, ...options }),
        );
        return { output: JSON.stringify([[...manifests], problems.map(formatProblem)]), problems };
      };
    const whole = outcomeIn(documents.toSpliced(index, 1));
    const isRebase = whole(value).output.includes('"rebase"');
    const outcomes = [...namedBy(value, documents).map(outcomeIn), whole] as const;
    return fieldsWithoutEffect(value, outcomes, (field) => isListed(formatFieldPath(field), kind, isRebase)).map(
      (field) => `${kind} ${formatFieldPath(field)}`,
    );
  });
}

/**
 * Returns the other documents that an object needs, if there are further ones. Most fields have an effect among these few, which are
 * translated in a fraction of the time.
 */
function namedBy(value: unknown, documents: readonly Written[]): readonly (readonly Written[])[] {
  const needed = new Set<unknown>([value]);
  // A set's iterator also visits the items that are added meanwhile.
  for (const one of needed) {
    const text = JSON.stringify(one);
    for (const { value: other } of documents) {
      const name = lookup(other, ['metadata', 'name']);
      // ImageFacts have no name.
      if (name === undefined || text.includes(JSON.stringify(name))) needed.add(other);
    }
  }
  needed.delete(value);
  const few = documents.filter((document) => needed.has(document.value));
  return few.length < documents.length - 1 && isTranslated([{ value }, ...few]) ? [few] : [];
}

function isListed(field: string, kind: string, isRebase: boolean): boolean {
  return UNAFFECTING_FIELDS.some(
    ({ kinds, path: listed, ofRebases = false }) => kinds.test(kind) && listed.test(field) && (isRebase || !ofRebases),
  );
}

/** Returns the kind of an object that is translated. Other objects count only if such an object refers to them. */
function translatedKind(value: unknown): string | undefined {
  const { apiVersion, kind } = isJsonObject(value) ? value : {};
  if (typeof kind !== 'string' || typeof apiVersion !== 'string') return undefined;
  const isKpack = apiVersion.startsWith('kpack.io/') && ['Build', 'Image'].includes(kind);
  const isOldTekton =
    /^tekton\.dev\/v1(?:alpha|beta)1$/.test(apiVersion) &&
    ['PipelineResource', ...OLD_TEKTON_KINDS].some((old) => old === kind);
  return isKpack || isOldTekton ? kind : undefined;
}
