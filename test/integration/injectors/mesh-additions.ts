import type { Variant } from '../../cluster/injectors/variants.ts';

/** The known additions of each mesh, copied by hand from the sources of the meshes and not from the test bed. */
export interface MeshAdditions {
  readonly init: readonly string[];
  /** Init containers before or after the Pod's own init containers. */
  readonly initPlace: 'first' | 'last';
  readonly containers: readonly string[];
  readonly place: 'first' | 'last';
  /** Native sidecars: init containers that keep running. */
  readonly native: readonly string[];
  /** Containers that delay the containers after them. */
  readonly holding: readonly string[];
  readonly volumes: readonly string[];
  readonly labels: readonly string[];
  readonly annotations: readonly string[];
  /** True if a Pod can opt out. */
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
  'istio-classic-without-cni': ISTIO,
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
