import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { BuildProgress } from '../../../src/core/model/build-progress.ts';
import { isJsonObject, type JsonObject } from '../../../src/core/model/json.ts';
import type { TranslateOptions } from '../../../src/core/translate/options.ts';
import { parseYaml } from '../../../src/core/yaml/parse-yaml.ts';
import { podProgress } from '../../../translators/progress/pod-progress.ts';
import { taskRunProgress } from '../../../translators/progress/task-run-progress.ts';
import { ROOT } from '../../support/command.ts';
import { someOptions, translationOf } from '../../support/translation-of.ts';
import { asPod } from '../../../src/core/model/objects/pod.ts';
import { asTaskRun } from '../../../src/core/model/objects/task-run.ts';

const FULL_BUILD = ['prepare', 'analyze', 'detect', 'restore', 'build', 'export', 'completion'];

/** The workloads of each backend, with the helpers that it adds. */
const TRANSLATIONS: Readonly<
  Record<string, { readonly overrides: Partial<TranslateOptions>; readonly helpers: string[] }>
> = {
  'a TaskRun': { overrides: { to: 'taskrun' }, helpers: [] },
  'a Pod of init containers': { overrides: { to: 'pod', layout: 'init' }, helpers: [] },
  'a Pod of containers': { overrides: { to: 'pod', layout: 'containers' }, helpers: [] },
  'a Pod whose waiter is copied by an init container': {
    overrides: { to: 'pod', layout: 'containers', waiterDelivery: 'init' },
    helpers: ['pre-start'],
  },
};

describe('Progress of translated workloads', () => {
  for (const [name, { overrides, helpers }] of Object.entries(TRANSLATIONS)) {
    for (const [sample, phases] of [
      ['kpack-sample-build', FULL_BUILD],
      ['rebase', ['prepare', 'rebase', 'completion']],
    ] as const) {
      it(`classifies every container of ${name}: ${sample}`, () => {
        const progress = progressOf(sample, overrides);
        expect(progress.phases.map(({ phase }) => phase)).to.deep.equal(phases);
        expect(progress.helpers.map(({ container }) => container)).to.deep.equal(helpers);
        expect(progress.foreign).to.deep.equal([]);
        expect(progress.state).to.deep.equal({ kind: 'pending' });
      });
    }
  }
});

function progressOf(sample: string, overrides: Partial<TranslateOptions>): BuildProgress {
  const file = path.join('test/golden', sample, 'input.yaml');
  const { output } = translationOf(readFileSync(path.join(ROOT, file), 'utf8'), file, someOptions(overrides));
  const manifests = parseYaml(output, 'output.yaml').documents.map(({ value }) => value);
  const [workload] = manifests.filter((value): value is JsonObject => isJsonObject(value) && isWorkload(value));
  if (workload === undefined) throw new Error(`nothing runs ${sample}`);
  return workload['kind'] === 'Pod' ? podProgress(asPod(workload)) : taskRunProgress(asTaskRun(workload), undefined);
}

function isWorkload({ kind }: JsonObject): boolean {
  return kind === 'Pod' || kind === 'TaskRun';
}
