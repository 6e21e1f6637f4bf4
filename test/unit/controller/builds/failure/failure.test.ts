import { expect } from 'chai';
import type { FailureCause, TerminatedContainer } from '../../../../../src/controller/builds/failure/failure-cause.ts';
import { failureOf } from '../../../../../src/controller/builds/failure/failure.ts';
import type { BuildFacts } from '../../../../../src/controller/builds/failure/responsibility.ts';
import { conditionReason, EXPLANATIONS } from '../../../../../src/core/model/failures/explanations.ts';
import type { PhaseName } from '../../../../../src/core/model/phase-name.ts';
import { fieldError, fieldNote } from '../../../../../src/core/model/problem.ts';

const POD = { namespace: 'apps', name: 'shop-build-pod' };

const EXIT_CODES: readonly (readonly [PhaseName, number, string])[] = [
  ['prepare', 1, 'PrepareFailed'],
  ['prepare', 2, 'InputsUnusable'],
  ['prepare', 10, 'CredentialsInvalid'],
  ['prepare', 20, 'SourceNotFound'],
  ['prepare', 21, 'SourceDenied'],
  ['prepare', 33, 'DiskFull'],
  ['prepare', 51, 'PrepareFailed'],
  ['prepare', 143, 'PhaseKilled'],
  ['analyze', 1, 'AnalyzeFailed'],
  ['analyze', 2, 'ArgumentsRefused'],
  ['analyze', 3, 'ArgumentsRefused'],
  ['analyze', 11, 'PlatformApiUnsupported'],
  ['analyze', 32, 'AnalyzeFailed'],
  ['detect', 12, 'BuildpackApiUnsupported'],
  ['detect', 20, 'NothingDetected'],
  ['detect', 21, 'DetectionErrored'],
  ['detect', 22, 'DetectFailed'],
  ['detect', 51, 'DetectFailed'],
  ['restore', 42, 'RestoreFailed'],
  ['build', 20, 'BuildFailed'],
  ['build', 51, 'BuildpackFailed'],
  ['build', 52, 'BuildFailed'],
  ['build', 121, 'BuildFailed'],
  ['build', 125, 'PhaseNotStarted'],
  ['build', 127, 'PhaseNotStarted'],
  ['build', 137, 'OutOfMemory'],
  ['build', 143, 'PhaseKilled'],
  ['export', 137, 'OutOfMemory'],
  ['export', 255, 'PhaseKilled'],
  ['export', 62, 'ExportFailed'],
  ['export', 113, 'ExportRefused'],
  ['restore', 113, 'ExtensionRefused'],
  ['detect', 91, 'ExtensionFailed'],
  ['detect', 92, 'ExtensionFailed'],
  ['detect', 113, 'DetectFailed'],
  ['build', 120, 'StoppedInDebugMode'],
  ['detect', 123, 'PhaseStartedEarly'],
  ['restore', 123, 'PhaseStartedEarly'],
  ['build', 123, 'PhaseStartedEarly'],
  ['export', 123, 'PhaseStartedEarly'],
  ['build', 119, 'PhaseTampered'],
  ['restore', 119, 'PhaseTampered'],
  ['build', 102, 'ExtensionFailed'],
  ['rebase', 72, 'RebaseFailed'],
  ['completion', 1, 'CompletionFailed'],
  ['completion', 11, 'CompletionFailed'],
  ['completion', 32, 'ServerUnavailable'],
  ['completion', 42, 'SignatureDenied'],
];

const WORDS: readonly (readonly [string, FailureCause, string, string])[] = [
  [
    'an image that cannot be pulled',
    { kind: 'phase-not-started', phase: 'build', reason: 'ImagePullBackOff', message: 'Back-off pulling image "x"' },
    'ImagePullFailed',
    'An image cannot be pulled: phase build: ImagePullBackOff: Back-off pulling image "x".',
  ],
  [
    'a missing Secret',
    {
      kind: 'phase-not-started',
      phase: 'prepare',
      reason: 'CreateContainerConfigError',
      message: 'secret "x" not found.',
    },
    'ContainerConfigInvalid',
    'A container needs an object that does not exist: phase prepare: CreateContainerConfigError: secret "x" not found.',
  ],
  [
    'a phase that does not start',
    { kind: 'phase-not-started', phase: 'prepare' },
    'PhaseNotStarted',
    'The phase cannot be started: phase prepare.',
  ],
  [
    'a phase that is lost',
    { kind: 'phase-lost', phase: 'build' },
    'PhaseLost',
    'The phase ended without reporting a result: phase build.',
  ],
  [
    'an injected sidecar',
    { kind: 'injected-sidecar-in-init-layout', phase: 'prepare', containers: ['istio-proxy', 'envoy'] },
    'InjectedSidecarInInitLayout',
    'A phase had no network, because a mesh injected a sidecar that starts only after the phase: phase prepare: istio-proxy, envoy. Set SUPPORT_INJECTED_SIDECARS of the controller to auto. Or make the mesh honor the label or annotation that excludes a Pod, such as sidecar.istio.io/inject: "false". Then the author creates the Build again.',
  ],
  [
    'a sidecar that is not ready',
    { kind: 'sidecar-not-ready', container: 'istio-proxy', reason: 'ImagePullBackOff', seconds: 300 },
    'SidecarNotReady',
    'An injected sidecar did not become ready within 300 s: istio-proxy: ImagePullBackOff.',
  ],
  [
    'a time limit',
    { kind: 'timed-out', seconds: 60, phase: 'build' },
    'TimedOut',
    'The build exceeded its time limit (60 s): phase build.',
  ],
  ['an unknown time limit', { kind: 'timed-out' }, 'TimedOut', 'The build exceeded its time limit.'],
  [
    'a debugged Build',
    { kind: 'debugged' },
    'Debugged',
    'The Build was a debug copy: its phases ended, and it pushed no image, as intended.',
  ],
  ['a cancellation', { kind: 'cancelled' }, 'Cancelled', 'The build was cancelled.'],
  [
    'a node with too little memory',
    { kind: 'evicted', message: 'The node was low on resource: memory. ' },
    'Evicted',
    'The Pod was evicted: The node was low on resource: memory.',
  ],
  [
    'too much storage',
    { kind: 'evicted', message: 'Pod ephemeral local storage usage exceeds the total limit of containers 1Gi. ' },
    'StorageLimitExceeded',
    'The build exceeded its storage limit: Pod ephemeral local storage usage exceeds the total limit of containers 1Gi.',
  ],
  [
    'too much in a volume',
    { kind: 'evicted', message: 'Usage of EmptyDir volume "layers-dir" exceeds the limit "1Gi". ' },
    'StorageLimitExceeded',
    'The build exceeded its storage limit: Usage of EmptyDir volume "layers-dir" exceeds the limit "1Gi".',
  ],
  [
    'too much storage of one container',
    { kind: 'evicted', message: 'Container build exceeded its local ephemeral storage limit "1Gi". ' },
    'StorageLimitExceeded',
    'The build exceeded its storage limit: Container build exceeded its local ephemeral storage limit "1Gi".',
  ],
  ['a preemption', { kind: 'preempted' }, 'Preempted', 'The Pod was preempted by a Pod of higher priority.'],
  ['a lost node', { kind: 'node-lost' }, 'NodeLost', 'The node was lost while the build ran.'],
  ['a deletion before the start', { kind: 'deleted' }, 'Cancelled', 'The build was cancelled: the Build is deleted.'],
  [
    'a deletion',
    { kind: 'workload-deleted', workload: 'shop-build-pod' },
    'WorkloadDeleted',
    'A user or a controller deleted the Pod or TaskRun of the Build before it ended: shop-build-pod.',
  ],
  [
    'a refusal',
    {
      kind: 'refused',
      problems: [
        fieldError(['spec', 'tags'], 'is missing'),
        fieldNote(['spec'], 'by the way'),
        fieldError([], 'no builder'),
      ],
    },
    'BuildRefused',
    'spec.tags: is missing; no builder',
  ],
  [
    'a rejection',
    { kind: 'rejected', message: 'Pod "x" is invalid: a' },
    'WorkloadRejected',
    'The cluster rejected the Pod or TaskRun of the Build: Pod "x" is invalid: a.',
  ],
  [
    'a webhook that stays away',
    { kind: 'workload-not-created', message: 'failed calling webhook "a.b"', seconds: 600 },
    'WorkloadNotCreated',
    'The Pod or TaskRun of the Build could not be created in time (600 s): failed calling webhook "a.b".',
  ],
  ['a missing outcome', { kind: 'no-outcome' }, 'NoOutcome', 'All phases succeeded, but completion reported no image.'],
  ...['OutOfcpu', 'OutOfexample.com/gpu', 'UnexpectedAdmissionError', 'NodeAffinity'].map(
    (reason) =>
      [
        `a node that does not admit the Pod: ${reason}`,
        { kind: 'workload-failed', reason, message: 'a' },
        'NotAdmitted',
        `The node did not admit the Pod: ${reason}: a.`,
      ] as const,
  ),
  [
    'an image of a sidecar',
    { kind: 'workload-failed', reason: 'TaskRunImagePullFailed' },
    'ImagePullFailed',
    'An image cannot be pulled: TaskRunImagePullFailed.',
  ],
  [
    'a task that Tekton rejects',
    { kind: 'workload-failed', reason: 'TaskRunValidationFailed' },
    'WorkloadRejected',
    'The cluster rejected the Pod or TaskRun of the Build: TaskRunValidationFailed.',
  ],
  ...['PodAdmissionFailed', 'PodCreationFailed', 'ExceededResourceQuota'].map(
    (reason) =>
      [
        `a Pod that Tekton must not create: ${reason}`,
        { kind: 'workload-failed', reason, message: 'it is forbidden' },
        'WorkloadRejected',
        `The cluster rejected the Pod or TaskRun of the Build: ${reason}: it is forbidden.`,
      ] as const,
  ),
  ['an unknown failure', { kind: 'workload-failed' }, 'WorkloadFailed', 'The Pod or TaskRun of the Build failed.'],
];

// Known bug: buildpacks-community/kpack#1255.
describe('the failure of a Build', () => {
  for (const [phase, exitCode, reason] of EXIT_CODES) {
    it(`has a reason for exit code ${exitCode} of ${phase}`, () => {
      expect(failureOf(phaseFailed(phase, exitCode), [])).to.deep.include({ reason, phase, exitCode });
    });
  }

  for (const [name, cause, reason, message] of WORDS) {
    it(`has a message for ${name}`, () => {
      const failure = failureOf(cause, [], POD);
      expect(failure).to.deep.include({ reason, message });
      expect(failure.actor).to.equal(EXPLANATIONS[failure.reason].actor);
      // A deleted Build has an advice of its own: see responsibility.test.ts.
      if (cause.kind !== 'deleted') expect(failure.advice).to.equal(EXPLANATIONS[failure.reason].advice);
      expect(failure).not.to.have.any.keys('log', 'exitCode');
    });
  }

  describe('of a phase', () => {
    it("begins with kpack's message, the last line of the log and the command for the log", () => {
      const log = ['one', '\u001b[31;1mERROR: \u001b[0mfailed to build\u001b]0;title\u0007', ''];
      const failure = failureOf(phaseFailed('build', 51), log, POD);
      expect(failure.message).to.equal(
        'Error:  Container build terminated with error ERROR: failed to build' +
          ': For more info use `kubectl logs -n apps shop-build-pod -c build`' +
          '. A buildpack failed to build the source (exit code 51).',
      );
      expect(failure.log).to.deep.equal(log);
    });

    it('has no progress of the extender in place of its error', () => {
      const log = ['ERROR: failed to extend build image', 'time="2026-01-01T00:00:00Z" level=info msg="Pushing layer"'];
      const { message, reason } = failureOf(phaseFailed('build', 102), log, POD);
      expect(message).to.include('terminated with error ERROR: failed to extend build image: For more info');
      expect(reason).to.equal('ExtensionFailed');
    });

    for (const container of ['prepare', 'step-prepare', 'completion', 'step-completion']) {
      it(`says only once that there is an error: ${container}`, () => {
        const phase = container.replace('step-', '') === 'prepare' ? 'prepare' : 'completion';
        const { message } = failureOf(phaseFailed(phase, 30, { container }), ['a', 'ERROR: b is untrusted'], POD);
        expect(message).to.contain(`Error:  Container ${container} terminated with error b is untrusted: For more`);
      });
    }

    it('contains the termination message, if there is one', () => {
      const cause = phaseFailed('prepare', 1, { container: 'step-prepare', message: 'no such repository' });
      const { message } = failureOf(cause, [], POD);
      expect(message).to.match(/^Error: {2}no such repository : For more info use .* -c step-prepare`\. /);
    });

    it('names the buildpack whose files export refuses, and who has to act', () => {
      const refusal = 'the buildpack acme/thief has replaced a file: /layers/acme_thief/x.toml is not a regular file';
      const expected = {
        reason: 'ExportRefused',
        actor: 'platform',
        advice:
          'The log names the buildpack and the file. If the buildpack itself wrote the file, remove the buildpack from the builder. If a script of the source wrote it, the author corrects the script.',
      };
      const sentence =
        'The image was not exported, because a buildpack left a file that could make the exporter publish credentials, other images or forged labels (exit code 113).';
      const native = failureOf(phaseFailed('export', 113, { message: refusal }), [], POD);
      expect(native).to.deep.include(expected);
      expect(native.message)
        .to.include(refusal)
        .and.to.match(/\(exit code 113\)\.$/)
        .and.to.include(sentence);
      // Users cannot read the termination message of a Tekton step, but its log.
      const task = failureOf(phaseFailed('export', 113), ['Checking', `ERROR: taskpack-export: ${refusal}`], POD);
      expect(task).to.deep.include(expected);
      expect(task.message).to.include(refusal).and.to.include(sentence);
    });

    it('names no Pod if there is none, and cuts long lines', () => {
      const { message } = failureOf(phaseFailed('export', 62), ['x'.repeat(900)]);
      expect(message).to.match(/^Error: {2}Container export terminated with error x{800}\. The lifecycle cannot/);
      expect(message).not.to.include('kubectl');
    });

    for (const kind of ['out-of-memory', 'phase-lost', 'injected-sidecar-in-init-layout'] as const) {
      it(`has kpack's message and its own: ${kind}`, () => {
        const { terminated } = phaseFailed('build', 137);
        const cause = { kind, phase: 'build', terminated, containers: ['istio-proxy'] } as const;
        const { reason, exitCode, message } = failureOf(cause, [], POD);
        expect(message).to.match(/^Error: {2}Container build terminated with error : For more info use `kubectl logs/);
        expect(message).to.include(`. ${EXPLANATIONS[reason].meaning}`);
        expect(exitCode).to.equal(137);
      });
    }
  });

  describe('of a phase that ran out of memory', () => {
    const { terminated } = phaseFailed('build', 137);
    const told: FailureCause = { kind: 'out-of-memory', phase: 'build', terminated };
    const log = ['Killed', 'ERROR: failed to build: exit status 137'];

    const SENTENCES: readonly (readonly [string, FailureCause, string | undefined, string])[] = [
      ['the platform reports OOMKilled', told, undefined, 'The phase ran out of memory (exit code 137).'],
      ['… and the Build sets a limit', told, '128Mi', 'The phase ran out of memory (limit 128Mi) (exit code 137).'],
      [
        'a process was killed',
        phaseFailed('build', 51),
        undefined,
        'The phase ran out of memory, probably: one of its processes was killed (exit code 51).',
      ],
      [
        '… and the Build sets a limit',
        phaseFailed('build', 51),
        '128Mi',
        'The phase ran out of memory (limit 128Mi), probably: one of its processes was killed (exit code 51).',
      ],
    ];
    for (const [name, cause, limit, sentence] of SENTENCES) {
      it(`explains if ${name}: ${sentence}`, () => {
        const failure = failureOf(cause, log, POD, withLimit(limit));
        expect(failure).to.deep.include({ reason: 'OutOfMemory', phase: 'build', actor: 'user', log });
        expect(failure.message).to.equal(
          'Error:  Container build terminated with error ERROR: failed to build: exit status 137' +
            `: For more info use \`kubectl logs -n apps shop-build-pod -c build\`. ${sentence}`,
        );
        expect(failure.advice).to.include('spec.resources.limits.memory');
      });
    }

    it('follows a mention of a kill in the log if the Build sets a limit', () => {
      const mention = ['Killed', 'ERROR: failed to build: exit status 1'];
      expect(failureOf(phaseFailed('build', 51), mention, POD, withLimit('128Mi')).reason).to.equal('OutOfMemory');
      expect(failureOf(phaseFailed('build', 51), mention, POD).reason).to.equal('BuildpackFailed');
    });

    it('needs a mention of a kill, even if the Build sets a limit', () => {
      expect(
        failureOf(phaseFailed('build', 51), ['ERROR: failed to build: exit status 1'], POD, withLimit('128Mi')),
      ).to.include({
        reason: 'BuildpackFailed',
        exitCode: 51,
      });
    });
  });

  it("has kpack's reason in the condition if a phase failed, and its own reason otherwise", () => {
    expect(conditionReason('BuildpackFailed')).to.equal('Failed');
    expect(conditionReason('PhaseKilled')).to.equal('Failed');
    expect(conditionReason('OutOfMemory')).to.equal('OutOfMemory');
    expect(conditionReason('Evicted')).to.equal('Evicted');
  });
});

function withLimit(memoryLimit: string | undefined): BuildFacts {
  return { isOfImage: false, ...(memoryLimit !== undefined && { memoryLimit }) };
}

type PhaseFailed = FailureCause & { readonly kind: 'phase-failed' };

function phaseFailed(phase: PhaseName, exitCode: number, more: Partial<TerminatedContainer> = {}): PhaseFailed {
  return { kind: 'phase-failed', phase, terminated: { container: phase, kind: 'terminated', exitCode, ...more } };
}
