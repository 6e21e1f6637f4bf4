import { expect } from 'chai';
import * as fc from 'fast-check';
import { translate } from '../../../../src/core/translate/translate.ts';
import { makeTask } from '../../../../translators/tekton/task/task.ts';
import { arbitraryBuild } from '../../../support/arbitrary-build.ts';
import { someOptions } from '../../../support/translation-of.ts';
import { readWorkload, type Container } from '../../../support/workload.ts';

/** The phases that run buildpacks or come before one that does, each with the phase after it. */
const PAIRS = [
  ['analyze', 'detect'],
  ['detect', 'restore'],
  ['restore', 'build'],
  ['build', 'export'],
] as const;

/** Returns the flags that remove what Tekton shows in the statuses of the Pod and of the TaskRun. It follows links. */
function removals(phase: string, results: readonly string[]): readonly string[] {
  return [
    '--remove=/tekton/artifacts/provenance.json',
    `--remove=/tekton/steps/step-${phase}/artifacts/provenance.json`,
    ...results.map((result) => `--remove=/tekton/results/${result}`),
    '--termination_path=/tekton/termination',
    '--own_message',
  ];
}

const WAITER = '/buildWait/bin/taskpack-entrypoint';

describe('the steps of a TaskRun', () => {
  it('start behind a waiter that proves their order, in every generated Build', () => {
    fc.assert(
      fc.property(arbitraryBuild, ({ documents }) => {
        const manifest = [...translate(documents, someOptions({ to: 'taskrun' })).manifests].at(-1);
        const { spec } = manifest as unknown as { readonly spec: { readonly taskSpec: WithResults } };
        expectProvenOrder(readWorkload(manifest).containers, namesOf(spec.taskSpec));
      }),
      { numRuns: 60 },
    );
  });
});

describe('the steps of a Task', () => {
  for (const kind of ['build', 'rebase'] as const) {
    it(`start behind a waiter that proves their order: ${kind}`, () => {
      const spec = makeTask({ kind, name: 'some', version: '1.2.3', stepsImage: 'r.example/steps:1' })[
        'spec'
      ] as unknown as WithResults & { readonly steps: readonly Container[] };
      expectProvenOrder(spec.steps, namesOf(spec));
    });
  }
});

interface WithResults {
  readonly results: readonly { readonly name: string }[];
}

function namesOf({ results }: WithResults): readonly string[] {
  return results.map(({ name }) => name);
}

function expectProvenOrder(steps: readonly Container[], results: readonly string[]): void {
  const guarded = steps.filter(({ command }) => command?.[0] === WAITER).map(({ name }) => name);
  if (!steps.some(({ name }) => name === 'build')) {
    expect(guarded).to.deep.equal([]);
    expect(steps.flatMap(({ volumeMounts = [] }) => volumeMounts).some(({ name }) => name.includes('token'))).to.equal(
      false,
    );
    return;
  }
  expect(guarded).to.deep.equal(['analyze', 'detect', 'restore', 'build', 'export']);
  for (const phase of guarded) {
    const expected = ['run', ...taken(phase), ...returned(phase), ...removals(phase, results)];
    expect(flagsOf(steps, phase)).to.deep.equal(expected);
  }
  for (const [phase, next] of PAIRS) {
    expect(accessOf(steps, `/var/tokens/${phase}`)).to.deep.equal({
      prepare: 'write',
      [phase]: 'write',
      [next]: 'read',
    });
    expect(accessOf(steps, `/var/tokens/copies/${phase}`)).to.deep.equal({ prepare: 'write', [next]: 'read' });
  }
  expect(accessOf(steps, '/buildWait/bin')).to.deep.equal({
    prepare: 'write',
    analyze: 'read',
    detect: 'read',
    restore: 'read',
    build: 'read',
    export: 'read',
  });
}

function taken(phase: string): readonly string[] {
  return PAIRS.filter(([first]) => first === phase).map(([first]) => `--token=/var/tokens/${first}/token`);
}

function returned(phase: string): readonly string[] {
  return PAIRS.filter(([, next]) => next === phase).flatMap(([first]) => [
    `--returned=/var/tokens/${first}/token,/var/tokens/copies/${first}/copy`,
  ]);
}

/** Returns what stands before the command that the waiter runs. */
function flagsOf(steps: readonly Container[], phase: string): readonly string[] {
  const { args = [] } = steps.find(({ name }) => name === phase) ?? {};
  return args.slice(0, args.indexOf('--'));
}

function accessOf(steps: readonly Container[], mountPath: string): Readonly<Record<string, 'read' | 'write'>> {
  return Object.fromEntries(
    steps.flatMap(({ name, volumeMounts = [] }) =>
      volumeMounts
        .filter((mount) => mount.mountPath === mountPath)
        .map(({ readOnly }) => [name, readOnly === true ? 'read' : 'write'] as const),
    ),
  );
}
