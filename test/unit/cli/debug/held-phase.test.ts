import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { holdablePhase } from '../../../../src/cli/debug/held-phase.ts';
import type { KubeObject } from '../../../../src/clients/kube/client/kube-object.ts';
import { objectAt, objectsAt, stringsAt, textAt } from '../../../support/json-field.ts';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import type { TranslateOptions } from '../../../../src/core/translate/options.ts';
import { someOptions, translationOf } from '../../../support/translation-of.ts';
import { parseYaml } from '../../../../src/core/yaml/parse-yaml.ts';

const PROGRAM = [
  '/cnb/lifecycle/detector',
  '-app=/workspace',
  '-group=/var/detected/group.toml',
  '-plan=/var/detected/plan.toml',
];
const RUNNING = { running: {} };
const SUCCEEDED = { terminated: { exitCode: 0 } };

describe('the phase that a debugged Build holds', () => {
  const pod = workload('debug-before-a-phase', { to: 'pod', layout: 'containers' });
  const step = workload('debug-before-a-phase', { to: 'taskrun' });

  it('is the first phase that has not ended, if its waiter can hold it', () => {
    const found = holdablePhase(
      podOf(objectsAt(objectAt(pod, 'spec'), 'containers'), {
        prepare: SUCCEEDED,
        analyze: SUCCEEDED,
        detect: RUNNING,
        build: RUNNING,
      }),
    );
    expect(found).to.deep.include({
      phase: 'detect',
      container: 'detect',
      waiter: '/buildWait/bin/taskpack-entrypoint',
      directory: '/var/taskpack-debug',
      program: PROGRAM,
    });
  });

  it('is found in the Pod of a TaskRun, whose steps begin with the entrypoint of Tekton', () => {
    const found = holdablePhase(
      podOf(stepContainers(step), { 'step-prepare': SUCCEEDED, 'step-analyze': SUCCEEDED, 'step-detect': RUNNING }),
    );
    expect(found).to.deep.include({
      phase: 'detect',
      container: 'step-detect',
      waiter: '/buildWait/bin/taskpack-entrypoint',
      directory: '/var/taskpack-debug',
      program: PROGRAM,
    });
  });

  it('is none while another phase runs, or before its container has started', () => {
    const containers = objectsAt(objectAt(pod, 'spec'), 'containers');
    expect(holdablePhase(podOf(containers, { prepare: RUNNING, detect: RUNNING }))).to.equal(undefined);
    expect(holdablePhase(podOf(containers, { prepare: SUCCEEDED, analyze: SUCCEEDED }))).to.equal(undefined);
    expect(holdablePhase(podOf([], {}))).to.equal(undefined);
  });
});

function workload(golden: string, options: Partial<TranslateOptions>): JsonObject {
  const input = readFileSync(new URL(`../../../golden/${golden}/input.yaml`, import.meta.url), 'utf8');
  const { output } = translationOf(input, 'input.yaml', someOptions(options));
  const [document] = parseYaml(output, 'output.yaml').documents.slice(-1);
  return document?.value as JsonObject;
}

/** Converts steps as Tekton does (tektoncd/pipeline, pkg/pod/entrypoint.go). */
function stepContainers(taskRun: JsonObject): readonly JsonObject[] {
  return objectsAt(objectAt(objectAt(taskRun, 'spec'), 'taskSpec'), 'steps').map((step) => {
    const [command = ''] = stringsAt(step, 'command');
    return {
      name: `step-${textAt(step, 'name')}`,
      image: step['image'] ?? '',
      command: ['/tekton/bin/entrypoint'],
      args: [
        '-wait_file',
        '/tekton/run/0/out',
        '-post_file',
        '/tekton/run/1/out',
        '-entrypoint',
        command,
        '--',
        ...stringsAt(step, 'args'),
      ],
    };
  });
}

function podOf(containers: readonly JsonObject[], states: Readonly<Record<string, JsonObject>>): KubeObject {
  const containerStatuses = Object.entries(states).map(([name, state]) => ({ name, state }));
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'x' },
    spec: { containers },
    status: { containerStatuses },
  };
}
