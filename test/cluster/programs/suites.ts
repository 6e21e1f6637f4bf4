import { PROGRAMS, type ProgramName } from './program.ts';

/** Ordered so that the node's programs, which compile the libraries of most others, come first. */
const NODE: readonly ProgramName[] = [
  'leash',
  'certificates',
  'pause',
  'stamp',
  'kube-apiserver',
  'kube-controller-manager',
  'kube-scheduler',
  'kubelet',
  'kubectl',
  'tekton-webhook',
  'tekton-controller',
  'tekton-entrypoint',
  'tekton-nop',
  'tekton-sidecarlogresults',
  'tekton-workingdirinit',
  'etcd',
  'registry',
  'lifecycle',
  'launcher',
  'signing-oracle',
];

/** The programs that each command needs. Tests build a program that is missing here when they start it. */
const PROGRAMS_OF = {
  integration: [
    'leash',
    'certificates',
    'pause',
    'etcd',
    'registry',
    'kube-apiserver',
    'kube-controller-manager',
    'kubectl',
    'tekton-webhook',
    'tekton-controller',
    'tekton-entrypoint',
    'tekton-resolvers',
    'lifecycle',
    'launcher',
    'kpack-pod',
    'builder-oracle',
    'signing-oracle',
    'status-oracle',
    'image-oracle',
    'source-oracle',
    'keychain-oracle',
    'yaml-oracle',
    'archive-writer',
    'cosign',
    'cosign3',
    'collector',
    'fake-gcs-server',
    'helm',
  ],
  e2e: [...NODE, 'cosign', 'cosign3', 'helm'],
  peers: Object.keys(PROGRAMS) as readonly ProgramName[],
} as const satisfies Readonly<Record<string, readonly ProgramName[]>>;

type Suite = keyof typeof PROGRAMS_OF;

/** Returns the programs of a suite: `integration`, `e2e` or `peers`. Throws a sentence for another name. */
export function programsOf(suite: string): readonly ProgramName[] {
  if (!(suite in PROGRAMS_OF))
    throw new Error(`no tests are named ${suite}: use ${Object.keys(PROGRAMS_OF).join(', ')}`);
  return PROGRAMS_OF[suite as Suite];
}
