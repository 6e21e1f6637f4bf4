import { expect } from 'chai';
import { asBuilder } from '../../../../src/core/model/objects/builder.ts';
import type { BuildView } from '../../../../src/insight/views/build-view.ts';
import { builderView } from '../../../../src/insight/views/builder-view.ts';
import { detectionView } from '../../../../src/insight/views/detection-view.ts';

const BUILDER = builderView(
  asBuilder({
    kind: 'ClusterBuilder',
    metadata: { name: 'base' },
    status: {
      order: [
        {
          group: [
            { id: 'a/java', version: '1' },
            { id: 'a/procfile', version: '1', optional: true },
          ],
        },
        {
          group: [
            { id: 'a/node', version: '2' },
            { id: 'a/extra', version: '1', optional: true },
          ],
        },
        { group: [{ id: 'a/go', version: '3' }] },
      ],
    },
  }),
);

type Detected = Pick<BuildView, 'buildpacks' | 'phases'>;

const FAILED: Detected = { phases: [{ name: 'detect', state: 'failed', exitCode: 20 }] };

function resultsOf(build: Detected, log: readonly string[] = []): readonly string[] {
  return detectionView(BUILDER, build, log).groups.map(
    ({ result, buildpacks }) => `${result}: ${buildpacks.map((each) => `${each.id} ${each.result}`).join(', ')}`,
  );
}

describe('the view of detection', () => {
  it('selects the first group whose required buildpacks ran', () => {
    expect(resultsOf({ phases: [], buildpacks: [{ id: 'a/node', version: '2' }] })).to.deep.equal([
      'failed: a/java failed, a/procfile failed',
      'selected: a/node built, a/extra skipped',
      'not-tried: a/go not-tried',
    ]);
  });

  it('has the results of the log if no group passed, without what buildpacks print', () => {
    const log = [
      '[detector] fail: a/java@1',
      'skip: a/procfile@1',
      'err:  a/node@2 (1)',
      'pass: a/extra@1',
      ' pass: a/go@3',
      'pass: a/go and more',
    ];
    expect(resultsOf(FAILED, log)).to.deep.equal([
      'failed: a/java failed, a/procfile skipped',
      'failed: a/node failed, a/extra passed',
      'failed: a/go failed',
    ]);
    const [first] = detectionView(BUILDER, FAILED, log).groups;
    expect(first?.buildpacks[0]?.why).to.equal('it does not support this source');
  });

  it('selects nothing if the order has changed since the Build, or before detection', () => {
    const unknown = [
      'unknown: a/java unknown, a/procfile unknown',
      'unknown: a/node unknown, a/extra unknown',
      'unknown: a/go unknown',
    ];
    expect(resultsOf({ phases: [], buildpacks: [{ id: 'b/other', version: '1' }] })).to.deep.equal(unknown);
    expect(resultsOf({ phases: [] })).to.deep.equal(unknown);
  });

  it('reads from the log which group passed', () => {
    const log = ['pass: noise', '1 of 2 buildpacks participating', 'a/node 2'];
    const detected: Detected = {
      phases: [
        { name: 'detect', state: 'succeeded', exitCode: 0 },
        { name: 'build', state: 'failed', exitCode: 51 },
      ],
    };
    expect(resultsOf(detected, log)).to.deep.equal([
      'failed: a/java failed, a/procfile failed',
      'selected: a/node passed, a/extra skipped',
      'not-tried: a/go not-tried',
    ]);
    expect(detectionView(BUILDER, detected, log).note).to.equal(undefined);
  });

  const notes: readonly (readonly [note: string, build: Detected])[] = [
    ['Detection has not run.', { phases: [] }],
    ['Detection has not run.', { phases: [{ name: 'detect', state: 'skipped' }] }],
    ['Detection has not ended yet.', { phases: [{ name: 'detect', state: 'running' }] }],
    ['Detection ended before it had a result.', { phases: [{ name: 'detect', state: 'failed', exitCode: 12 }] }],
    [
      'The Build was a rebase, which runs no detection.',
      { phases: [{ name: 'rebase', state: 'failed', exitCode: 70 }] },
    ],
    [
      'The result of detection is not known, because the log of detect cannot be read.',
      { phases: [{ name: 'detect', state: 'succeeded', exitCode: 0 }] },
    ],
    [
      'No group has the buildpacks that ran: the order has changed since the Build.',
      { phases: [], buildpacks: [{ id: 'b/other' }] },
    ],
  ];
  for (const [note, build] of notes) {
    it(`notes "${note}" for ${JSON.stringify(build)}`, () => {
      expect(detectionView(BUILDER, build, []).note).to.equal(note);
    });
  }

  it('has no note if no group passed', () => {
    expect(detectionView(BUILDER, FAILED, []).note).to.equal(undefined);
  });
});
