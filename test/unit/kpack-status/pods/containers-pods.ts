import { all, FULL_BUILD, somePod, type SomePod } from '../../translators/progress/some-pod.ts';
import type { Subject } from '../subject.ts';
import { IMAGE, OUTCOME } from './some-image.ts';
import { ended, RUNNING, upTo, waiting } from './states.ts';

const BUILT = { ...all(FULL_BUILD, ended(0)), completion: ended(0, { message: JSON.stringify(OUTCOME) }) };
const DEADLINE = { phase: 'Failed', reason: 'DeadlineExceeded', message: 'Pod was active on the node too long' };
const CREATING = waiting('ContainerCreating');
const SKIPPED_PHASE = ended(121, { message: 'skipped: what it waited for has failed (/buildWait/build/done.err)' });
const EXIT_CODES = { prepare: 1, analyze: 32, detect: 21, restore: 42, build: 51, export: 62, completion: 1 } as const;

function pod(some: Omit<SomePod, 'layout' | 'sidecars'>): Subject['pod'] {
  return somePod({ layout: 'containers', sidecars: ['istio-proxy'], ...some });
}

/** Pods of the layout that supports injected sidecars. kpack has a similar layout. */
export const CONTAINERS_PODS: readonly Subject[] = [
  { name: 'just made', pod: pod({}), kpack: 'Unknown', differences: [] },
  {
    name: 'all containers are created',
    pod: pod({ states: all([...FULL_BUILD, 'istio-proxy'], CREATING) }),
    kpack: 'Unknown',
    differences: ['steps-in-their-order', 'says-why-it-waits'],
  },
  {
    name: 'the waiter is pulled',
    pod: pod({ initContainers: [{ name: 'pre-start' }], states: { 'pre-start': waiting('ErrImagePull', 'no') } }),
    kpack: 'Unknown ErrImagePull',
    differences: [],
  },
  {
    name: 'all containers run',
    pod: pod({ states: all([...FULL_BUILD, 'istio-proxy'], RUNNING), status: { phase: 'Running' } }),
    kpack: 'Unknown',
    differences: [],
  },
  {
    name: 'a phase cannot be pulled while others run',
    pod: pod({
      states: { ...all(FULL_BUILD, RUNNING), export: waiting('ImagePullBackOff', 'Back-off') },
      status: { phase: 'Running' },
    }),
    kpack: 'Unknown',
    differences: ['steps-in-their-order', 'says-why-it-waits'],
  },
  {
    name: 'some have ended',
    pod: pod({ states: upTo(FULL_BUILD, 'build', RUNNING, RUNNING), status: { phase: 'Running' } }),
    kpack: 'Unknown',
    differences: ['steps-in-their-order'],
  },
  {
    name: 'its sidecar was stopped after success',
    pod: pod({ states: { ...BUILT, 'istio-proxy': ended(143) }, status: DEADLINE }),
    image: IMAGE,
    kpack: 'True Completed',
    differences: ['steps-in-their-order', 'report-as-json'],
  },
  {
    name: 'its sidecar failed after success',
    pod: pod({ states: { ...BUILT, 'istio-proxy': ended(1) }, status: { phase: 'Failed' } }),
    image: IMAGE,
    kpack: 'False Failed',
    differences: ['success-once-completion-succeeded', 'steps-in-their-order', 'report-as-json'],
  },
  ...Object.entries(EXIT_CODES).map(([phase, exitCode]): Subject => ({
    name: `${phase} has failed, and the sidecar was stopped`,
    pod: pod({
      states: { ...upTo(FULL_BUILD, phase, ended(exitCode), SKIPPED_PHASE), 'istio-proxy': ended(143) },
      status: DEADLINE,
    }),
    log: ['ERROR: it failed'],
    kpack: 'False Failed',
    differences: [
      'steps-in-their-order',
      'every-container-may-fail',
      'never-the-deadline',
      ...(phase === 'prepare' || phase === 'completion' ? ['error-said-once'] : []),
      'meaning-behind-the-words',
    ],
  })),
];
