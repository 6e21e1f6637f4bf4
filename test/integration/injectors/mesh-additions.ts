import type { Variant } from '../../cluster/injectors/variants.ts';

/** What a mesh is known to add, written down by hand: from the meshes' own sources, not from the bed's. */
export interface MeshAdditions {
  readonly init: readonly string[];
  /** Init containers come before the pod's own, or after them. */
  readonly initPlace: 'first' | 'last';
  readonly containers: readonly string[];
  readonly place: 'first' | 'last';
  /** Init containers that go on running. */
  readonly native: readonly string[];
  /** Containers that hold back those after them. */
  readonly holding: readonly string[];
  readonly volumes: readonly string[];
  readonly labels: readonly string[];
  readonly annotations: readonly string[];
  /** Whether a pod can opt out. */
  readonly asks: boolean;
}

const ISTIO: MeshAdditions = {
  init: ['istio-init'],
  initPlace: 'last',
  containers: ['istio-proxy'],
  place: 'last',
  native: [],
  holding: [],
  volumes: ['istio-proxy-run'],
  labels: ['security.istio.io/tlsMode'],
  annotations: ['sidecar.istio.io/status'],
  asks: true,
};

const LINKERD: MeshAdditions = {
  init: ['linkerd-init'],
  initPlace: 'last',
  containers: ['linkerd-proxy'],
  place: 'first',
  native: [],
  holding: ['linkerd-proxy'],
  volumes: ['linkerd-proxy-run'],
  labels: ['linkerd.io/control-plane-ns'],
  annotations: ['linkerd.io/proxy-version'],
  asks: true,
};

const NETWORK_GATE: MeshAdditions = {
  ...ISTIO,
  init: ['gate-init'],
  initPlace: 'first',
  containers: ['gate-proxy'],
  volumes: ['gate-proxy-run'],
  labels: [],
  annotations: [],
};

export const MESH_ADDITIONS: Readonly<Record<Variant, MeshAdditions>> = {
  'istio-classic': ISTIO,
  'istio-classic-holding-back': { ...ISTIO, place: 'first', holding: ['istio-proxy'] },
  'istio-native': {
    ...ISTIO,
    init: ['istio-init', 'istio-proxy'],
    initPlace: 'first',
    containers: [],
    native: ['istio-proxy'],
  },
  'linkerd-classic': LINKERD,
  'linkerd-native': {
    ...LINKERD,
    init: ['linkerd-init', 'linkerd-proxy'],
    initPlace: 'first',
    containers: [],
    native: ['linkerd-proxy'],
    holding: [],
  },
  holding: ISTIO,
  stubborn: { ...ISTIO, asks: false },
  'network-gate': NETWORK_GATE,
  'stubborn-network-gate': { ...NETWORK_GATE, asks: false },
};

export const VARIANT_NAMES = Object.keys(MESH_ADDITIONS) as readonly Variant[];
