import { all, FULL_BUILD, somePod } from '../../translators/progress/some-pod.ts';
import type { Subject } from '../subject.ts';
import { IMAGE, IMAGE_WITHOUT_STACK, OUTCOME } from './some-image.ts';
import { ended, INITIALIZING, RUNNING, upTo, waiting } from './states.ts';

const REBASE = ['prepare', 'rebase', 'completion'];
const INIT_PHASES = FULL_BUILD.slice(0, -1);
const LAST_ENDED = ended(0, { message: JSON.stringify(OUTCOME) });
const BUILT = { ...all(FULL_BUILD, ended(0)), completion: LAST_ENDED };
const SUCCEEDED = { states: BUILT, status: { phase: 'Succeeded' } };
const FAILED = { phase: 'Failed' };
const UNSCHEDULED = { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: '0/3 nodes' };

/** An exit code for each phase of the init layout. */
const EXIT_CODES = { prepare: 1, analyze: 32, detect: 20, restore: 42, build: 51, export: 62 } as const;

function failedAt(phase: string, exitCode: number, message?: string): Subject['pod'] {
  const state = ended(exitCode, message === undefined ? {} : { message });
  return somePod({ states: upTo(FULL_BUILD, phase, state, INITIALIZING), status: FAILED });
}

/** Pods of the init layout, which kpack uses too. */
export const INIT_PODS: readonly Subject[] = [
  { name: 'just made', pod: somePod({}), kpack: 'Unknown', differences: [] },
  {
    name: 'not scheduled',
    pod: somePod({ status: { conditions: [UNSCHEDULED] } }),
    kpack: 'Unknown',
    differences: ['says-why-it-waits'],
  },
  ...INIT_PHASES.map((phase): Subject => ({
    name: `${phase} runs`,
    pod: somePod({ states: upTo(FULL_BUILD, phase, RUNNING, INITIALIZING) }),
    kpack: phase === 'export' ? 'Unknown' : 'Unknown PodInitializing',
    differences: phase === 'export' ? ['says-why-it-waits'] : [],
  })),
  {
    name: 'completion is pulled',
    pod: somePod({ states: upTo(FULL_BUILD, 'completion', waiting('ErrImagePull', 'no'), INITIALIZING) }),
    kpack: 'Unknown',
    differences: ['says-why-it-waits'],
  },
  {
    name: 'completion runs',
    pod: somePod({ states: { ...BUILT, completion: RUNNING }, status: { phase: 'Running' } }),
    kpack: 'Unknown',
    differences: [],
  },
  {
    name: 'an image cannot be pulled',
    pod: somePod({
      states: upTo(FULL_BUILD, 'detect', waiting('ImagePullBackOff', 'Back-off pulling image "x"'), INITIALIZING),
    }),
    kpack: 'Unknown ImagePullBackOff',
    differences: [],
  },
  {
    name: "another's init container is pulled",
    pod: somePod({
      initContainers: [{ name: 'istio-init' }],
      states: { ...all(FULL_BUILD, INITIALIZING), 'istio-init': waiting('ErrImagePull', 'no') },
    }),
    kpack: 'Unknown ErrImagePull',
    differences: ['says-why-it-waits'],
  },
  {
    name: "another's init container runs",
    pod: somePod({
      initContainers: [{ name: 'istio-init' }],
      states: { ...all(FULL_BUILD, INITIALIZING), 'istio-init': RUNNING },
    }),
    kpack: 'Unknown PodInitializing',
    differences: [],
  },
  {
    name: 'on a node that does not answer',
    pod: somePod({ states: all(FULL_BUILD, ended(0)), status: { phase: 'Unknown' } }),
    kpack: 'Unknown',
    differences: [],
  },
  {
    name: 'succeeded',
    pod: somePod(SUCCEEDED),
    image: IMAGE,
    kpack: 'True Completed',
    differences: ['report-as-json'],
  },
  {
    name: 'succeeded without a cache',
    pod: somePod({
      ...SUCCEEDED,
      states: {
        ...BUILT,
        completion: ended(0, {
          message: JSON.stringify({ IMAGE_URL: OUTCOME.IMAGE_URL, IMAGE_DIGEST: OUTCOME.IMAGE_DIGEST }),
        }),
      },
    }),
    image: { reference: IMAGE.reference, labels: IMAGE.labels },
    kpack: 'True Completed',
    differences: ['report-as-json'],
  },
  {
    name: 'succeeded without a stack',
    pod: somePod(SUCCEEDED),
    image: IMAGE_WITHOUT_STACK,
    kpack: 'True Completed',
    differences: ['report-as-json', 'images-without-a-stack'],
  },
  {
    name: 'succeeded, of a rebase',
    pod: somePod({
      phases: REBASE,
      states: { ...all(REBASE, ended(0)), completion: LAST_ENDED },
      status: { phase: 'Succeeded' },
    }),
    image: IMAGE,
    kpack: 'True Completed',
    differences: ['report-as-json'],
  },
  ...Object.entries(EXIT_CODES).flatMap(([phase, exitCode]): readonly Subject[] => [
    {
      name: `${phase} has failed`,
      pod: failedAt(phase, exitCode),
      log: ['one', '\u001B[31;1mERROR: \u001B[0mit failed', ''],
      kpack: 'False Failed',
      differences: [...(phase === 'prepare' ? ['error-said-once'] : []), 'meaning-behind-the-words'],
    },
    {
      name: `${phase} has failed and said why`,
      pod: failedAt(phase, exitCode, 'the last words'),
      kpack: 'False Failed',
      differences: ['meaning-behind-the-words'],
    },
  ]),
  {
    name: 'a long line was logged',
    pod: failedAt('build', 52),
    log: ['x'.repeat(1000)],
    kpack: 'False Failed',
    differences: ['meaning-behind-the-words'],
  },
  {
    name: 'rebase has failed',
    pod: somePod({
      phases: REBASE,
      states: upTo(REBASE, 'rebase', ended(72), INITIALIZING),
      status: FAILED,
    }),
    kpack: 'False Failed',
    differences: ['meaning-behind-the-words'],
  },
  {
    name: 'completion has failed',
    pod: failedAt('completion', 1, 'cannot sign'),
    kpack: 'False Failed',
    differences: ['every-container-may-fail', 'meaning-behind-the-words'],
  },
  {
    name: 'a phase needed too much memory',
    pod: somePod({
      states: upTo(FULL_BUILD, 'build', ended(137, { reason: 'OOMKilled' }), INITIALIZING),
      status: FAILED,
    }),
    kpack: 'False Failed',
    differences: ['reasons-of-our-own', 'meaning-behind-the-words'],
  },
  {
    name: 'a command is not there',
    pod: somePod({
      states: upTo(FULL_BUILD, 'analyze', ended(128, { reason: 'StartError', message: 'not found' }), INITIALIZING),
      status: FAILED,
    }),
    kpack: 'False Failed',
    differences: ['reasons-of-our-own'],
  },
  ...(
    [
      ['Evicted', 'The node was low on resource: memory.'],
      ['Preempting', 'Preempted in order to admit critical pod'],
      ['Terminated', 'Pod was terminated in response to imminent node shutdown.'],
      ['OutOfcpu', 'Pod was rejected: Node did not have enough resource: cpu'],
      ['UnexpectedAdmissionError', 'Pod was rejected: a'],
      ['SomethingElse', 'that nobody knows'],
    ] as const
  ).map(([reason, message]): Subject => ({
    name: `ended by the platform: ${reason}`,
    pod: somePod({ status: { phase: 'Failed', reason, message } }),
    kpack: 'False Failed',
    differences: ['reasons-of-our-own'],
  })),
  {
    name: 'took too long',
    pod: somePod({
      states: upTo(FULL_BUILD, 'build', ended(143), INITIALIZING),
      status: { phase: 'Failed', reason: 'DeadlineExceeded', message: 'Pod was active on the node too long' },
    }),
    kpack: 'False Failed',
    differences: ['reasons-of-our-own'],
  },
];
