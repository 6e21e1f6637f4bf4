import { expect } from 'chai';
import { EXPLANATIONS, type FailureReason } from '../../../../../src/core/model/failures/explanations.ts';
import type { FailureCause } from '../../../../../src/controller/builds/failure/failure-cause.ts';
import { failureOf } from '../../../../../src/controller/builds/failure/failure.ts';
import type { BuildFacts } from '../../../../../src/controller/builds/failure/responsibility.ts';
import type { Actor } from '../../../../../src/core/model/failures/explanation.ts';
import type { PhaseName } from '../../../../../src/core/model/phase-name.ts';

const IMAGE = 'registry.example.com/builder@sha256:aa';

function pull(phase: PhaseName, error: string): FailureCause {
  const message = `Back-off pulling image "${IMAGE}": ErrImagePull: failed to resolve reference "${IMAGE}": ${error}`;
  return { kind: 'phase-not-started', phase, reason: 'ImagePullBackOff', message };
}

/** The message of the kubelet (kubernetes, pkg/kubelet/lifecycle/predicate.go). */
function admission(resource: string, numbers: string): FailureCause {
  const message = `Pod was rejected: Node didn't have enough resource: ${resource}, ${numbers}`;
  return { kind: 'workload-failed', reason: `OutOf${resource}`, message };
}

const CHANGED: FailureCause = {
  kind: 'phase-failed',
  phase: 'prepare',
  terminated: { kind: 'terminated', container: 'prepare', exitCode: 37 },
};

const NO_RUN_IMAGE: FailureCause = {
  kind: 'phase-failed',
  phase: 'prepare',
  terminated: { kind: 'terminated', container: 'prepare', exitCode: 13 },
};

const MISSING = `${IMAGE}: not found`;
const HIDDEN = 'pull access denied, repository does not exist or may require authorization';

type Case = readonly [title: string, cause: FailureCause, facts: Partial<BuildFacts>, actor: Actor, advice: RegExp];

const CASES: readonly Case[] = [
  [
    'the image of a ClusterBuilder that does not exist',
    pull('analyze', MISSING),
    { builderKind: 'ClusterBuilder' },
    'platform',
    /does not have the image of the ClusterBuilder.*the author creates the Build again/,
  ],
  [
    'the image of a ClusterBuilder that the registry does not know',
    pull('build', 'manifest unknown'),
    { builderKind: 'ClusterBuilder' },
    'platform',
    /image of the ClusterBuilder/,
  ],
  [
    'the image of a Builder that does not exist',
    pull('analyze', MISSING),
    { builderKind: 'Builder' },
    'user',
    /let the Builder publish its image again/,
  ],
  ['a builder image of the author', pull('analyze', MISSING), {}, 'user', /correct the builder image of the Build/],
  [
    'a run image that the author chose',
    NO_RUN_IMAGE,
    { namesRunImage: true },
    'user',
    /^Correct spec.runImage in a new Build\.$/,
  ],
  [
    'a run image that an Image copied from its builder',
    NO_RUN_IMAGE,
    { namesRunImage: true, isOfImage: true },
    'platform',
    /corrects the run image in its stack/,
  ],
  ['a deleted Build', { kind: 'deleted' }, {}, 'none', /"taskpack trigger" with the name of the Image/],
  ['a cancelled Build', { kind: 'cancelled' }, {}, 'none', /"taskpack retry"/],
  [
    "taskpack's own image that does not exist",
    pull('prepare', MISSING),
    { builderKind: 'Builder' },
    'platform',
    /STEPS_IMAGE/,
  ],
  [
    'an image of a ClusterBuilder that the node may not pull',
    pull('analyze', HIDDEN),
    { builderKind: 'ClusterBuilder' },
    'user',
    /correct the Secret of that registry in the ServiceAccount or the builder/,
  ],
  [
    'a request for more than the node has',
    admission('cpu', 'requested: 8000, used: 3650, capacity: 4000'),
    {},
    'user',
    /^The Build requests at least as much as a whole node has/,
  ],
  [
    'a request for all that the node has',
    admission('memory', 'requested: 4294967296, used: 1, capacity: 4294967296'),
    {},
    'user',
    /^The Build requests at least as much as a whole node has/,
  ],
  [
    'a request that fits into an empty node',
    admission('cpu', 'requested: 2000, used: 3650, capacity: 4000'),
    {},
    'platform',
    /^The author creates the Build again/,
  ],
  ['a changed file, in a Build of an Image', CHANGED, { isOfImage: true }, 'none', /^Do nothing: the Image creates/],
  [
    'a changed file, in any other Build',
    CHANGED,
    {},
    'user',
    /annotation taskpack.dev\/blob-version has the version of the server/,
  ],
  ['a cancellation', { kind: 'cancelled' }, {}, 'none', /taskpack retry/],
];

describe('the actor of a failure', () => {
  for (const [title, cause, facts, actor, advice] of CASES) {
    it(`is ${actor} for ${title}`, () => {
      const failure = failureOf(cause, [], undefined, { isOfImage: false, ...facts });
      expect(failure.actor).to.equal(actor);
      expect(failure.advice)
        .to.match(advice)
        .and.match(/^[A-Z].*\.$/);
    });
  }

  it('is that of the reason for all other causes', () => {
    const causes: readonly (readonly [FailureReason, FailureCause])[] = [
      ['Evicted', { kind: 'evicted', message: 'not found' }],
      ['TimedOut', { kind: 'timed-out' }],
    ];
    for (const [reason, cause] of causes) {
      const { actor, advice } = EXPLANATIONS[reason];
      const failure = failureOf(cause, [], undefined, { isOfImage: true, builderKind: 'ClusterBuilder' });
      expect(failure).to.deep.include({ reason, actor, advice });
    }
  });

  it("is platform if the lifecycle refuses the registry's token server, by the log of a phase with a login", () => {
    const log = ['ERROR: invalid realm in www-authenticate: realm host "10.0.0.5" is a private or link-local address'];
    for (const phase of ['analyze', 'restore', 'export', 'rebase', 'build'] as const) {
      const terminated = { kind: 'terminated', container: phase, exitCode: 1 } as const;
      const { actor, advice } = failureOf({ kind: 'phase-failed', phase, terminated }, log);
      expect(actor, phase).to.equal('platform');
      expect(advice.includes('token server'), phase).to.equal(phase !== 'build');
    }
  });
});
