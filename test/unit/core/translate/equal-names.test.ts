import { expect } from 'chai';
import { formatProblem } from '../../../../src/core/model/problem.ts';
import type { TranslateOptions } from '../../../../src/core/translate/options.ts';
import { translate } from '../../../../src/core/translate/translate.ts';
import {
  someAccount,
  someBuild,
  someClusterBuilder,
  someFacts,
  someImage,
  type TestDocument,
} from '../../../support/documents.ts';
import { someOptions } from '../../../support/translation-of.ts';

const COMMON = [someClusterBuilder(), someFacts(), someAccount()];

interface Result {
  readonly errors: readonly string[];
  readonly notes: readonly string[];
  readonly workloads: readonly string[];
  readonly names: readonly string[];
}

function resultOf(documents: readonly TestDocument[], overrides: Partial<TranslateOptions> = {}): Result {
  const { manifests, problems } = translate([...documents, ...COMMON], someOptions(overrides));
  const named = [...manifests].map(({ kind, metadata }) => `${kind}/${metadata.name}`);
  const of = (severity: string): readonly string[] =>
    problems.filter((problem) => problem.severity === severity).map(formatProblem);
  return {
    errors: of('error'),
    notes: of('note').filter((line) => line.includes('is not printed')),
    workloads: named.filter((name) => /^(?:TaskRun|Pod)\//.test(name)),
    names: named,
  };
}

function otherObject(apiVersion: string, kind: string, name: string, labels = {}): TestDocument {
  return {
    value: { apiVersion, kind, metadata: { name, labels }, spec: { taskRef: { name: 'test' } } },
  };
}

describe('objects whose translations have the same name', () => {
  const conflicts: readonly (readonly [string, readonly TestDocument[], Partial<TranslateOptions>, string])[] = [
    [
      'an Image whose next Build has the name of another Build',
      [someImage(), someBuild({ tags: ['registry.example.com/other'] }, { name: 'sample-build-1' })],
      {},
      'Build "sample-build-1" and Image "sample" both give a TaskRun named "sample-build-1-build", with different content; rename one of them',
    ],
    [
      'an Image with a Build whose number is invalid',
      [
        someImage({}, { name: 'app' }),
        someBuild(
          { tags: ['registry.example.com/other'] },
          { name: 'app-build-1', labels: { 'image.kpack.io/image': 'app', 'image.kpack.io/buildNumber': 'x1' } },
        ),
      ],
      {},
      'Build "app-build-1" and Image "app" both give a TaskRun named "app-build-1-build", with different content; rename one of them',
    ],
    [
      'a Build and a run of Tekton before v1',
      [someBuild(), otherObject('tekton.dev/v1beta1', 'TaskRun', 'sample-build')],
      {},
      'TaskRun "sample-build" and Build "sample" both give a TaskRun named "sample-build", with different content; rename one of them',
    ],
    [
      'a Build and a foreign run of Tekton v1',
      [someBuild(), otherObject('tekton.dev/v1', 'TaskRun', 'sample-build')],
      {},
      'Build "sample" and TaskRun "sample-build" both give a TaskRun named "sample-build", with different content; rename one of them',
    ],
    [
      'a Build and a foreign Pod',
      [someBuild(), otherObject('v1', 'Pod', 'sample-build-pod')],
      { to: 'pod' },
      'Build "sample" and Pod "sample-build-pod" both give a Pod named "sample-build-pod", with different content; rename one of them',
    ],
  ];
  for (const [what, documents, options, message] of conflicts) {
    it(`are an error that names both: ${what}`, () => {
      const result = resultOf(documents, options);
      expect(result.errors).to.deep.equal([message]);
      expect(result.names).to.deep.equal([]);
    });
  }

  it('are fine in different namespaces', () => {
    const run = otherObject('tekton.dev/v1', 'TaskRun', 'sample-build');
    const elsewhere = [someBuild({}, { namespace: 'dev' }), someAccount({}, { namespace: 'dev' }), run];
    expect(resultOf(elsewhere)).to.deep.include({ errors: [], workloads: ['TaskRun/sample-build'] });
  });

  for (const to of ['taskrun', 'pod'] as const) {
    it(`share the objects that Builds of a cluster have in common, for a ${to}`, () => {
      const cache = { volume: { persistentVolumeClaimName: 'cache' } };
      const builds = ['one', 'two', 'three'].map((name) =>
        someBuild({ cache }, { name, namespace: 'dev', uid: `uid-of-${name}` }),
      );
      const documents = [...builds, someAccount({}, { namespace: 'dev' })];
      const { errors, workloads, names } = resultOf(documents, { to });
      expect(errors).to.deep.equal([]);
      expect(workloads).to.have.length(3);
      expect(new Set(names).size).to.equal(names.length);
    });
  }

  it('leave out the run that a controller has created for the Build, with a note', () => {
    const run = otherObject('tekton.dev/v1', 'TaskRun', 'sample-build', { 'kpack.io/build': 'sample' });
    const { errors, notes, workloads } = resultOf([someBuild(), run]);
    expect(errors).to.deep.equal([]);
    expect(workloads).to.deep.equal([]);
    expect(notes).to.deep.equal([
      'the TaskRun "sample-build" of Build "sample" is not printed, because it is in the input already',
    ]);
  });

  it('leave out the run of the Build that the API of Tekton before v1 shows, with a note', () => {
    const run = otherObject('tekton.dev/v1beta1', 'TaskRun', 'sample-build', { 'kpack.io/build': 'sample' });
    const { errors, notes, workloads } = resultOf([someBuild(), run]);
    expect(errors).to.deep.equal([]);
    expect(workloads).to.have.length(1);
    expect(notes.join()).to.include('"sample-build" of ');
  });
});
