import type { LabelsAndAnnotations } from './workload-metadata.ts';

type Strings = Readonly<Record<string, string>>;

/** How a Pod keeps a mesh from injecting a proxy. */
interface OptOut {
  readonly key: string;
  /** The value that opts out. */
  readonly value: string;
  /** The webhooks of Istio and Kuma select Pods by label and prefer the label to the annotation. */
  readonly isLabel: boolean;
  /** True for a value by which a Build opts out. */
  readonly matches: (value: string) => boolean;
}

/** The only opt-out that kpack knows. */
const ISTIO_INJECT = 'sidecar.istio.io/inject';

/** Istio reads booleans of YAML 1.1. */
const ISTIO: OptOut = {
  key: ISTIO_INJECT,
  value: 'false',
  isLabel: true,
  matches: (value) => /^(?:n|no|false|off)$/i.test(value),
};

const OPT_OUTS: readonly OptOut[] = [
  ISTIO,
  { key: 'linkerd.io/inject', value: 'disabled', isLabel: false, matches: (value) => value === 'disabled' },
  // Consul parses the value with strconv.ParseBool (consul-k8s, connect-inject).
  {
    key: 'consul.hashicorp.com/connect-inject',
    value: 'false',
    isLabel: false,
    matches: (value) => /^(?:0|f|F|false|False|FALSE)$/.test(value),
  },
  // Kuma knows three words for each answer (kuma, metadata.GetBooleanWithDefault).
  {
    key: 'kuma.io/sidecar-injection',
    value: 'disabled',
    isLabel: true,
    matches: (value) => /^(?:disabled|false|no)$/.test(value),
  },
];

/** Opts out of every mesh, because init containers could not reach the proxy. */
export function withEveryOptOut(pod: LabelsAndAnnotations): LabelsAndAnnotations {
  return withOptOuts(pod, OPT_OUTS);
}

/**
 * Opts out of the meshes that the Build opts out of, where each mesh reads it. A Build may use a label or an annotation, because
 * Images pass on both.
 */
export function withOwnOptOuts(pod: LabelsAndAnnotations): LabelsAndAnnotations {
  return withOptOuts(pod, ownOptOuts(pod));
}

/** True if a Build opts out of a mesh. */
export function optsOutOfMesh(build: LabelsAndAnnotations): boolean {
  return ownOptOuts(build).length > 0;
}

/**
 * Removes the opt-outs that a Build inherited from its Image, because they would disable the sidecars that the
 * `containers` layout supports. kpack removes the annotation. Istio prefers the label, so this function removes an
 * opt-out by label too.
 */
export function withoutInjectionOptOut({ labels, annotations }: LabelsAndAnnotations): LabelsAndAnnotations {
  const optsOut = ISTIO.matches(labels[ISTIO_INJECT] ?? '');
  return { labels: optsOut ? without(ISTIO_INJECT, labels) : labels, annotations: without(ISTIO_INJECT, annotations) };
}

function ownOptOuts({ labels, annotations }: LabelsAndAnnotations): readonly OptOut[] {
  return OPT_OUTS.filter(({ key, isLabel, matches }) => {
    const [first, second] = isLabel ? [labels, annotations] : [annotations, labels];
    const value = first[key] ?? second[key];
    return value !== undefined && matches(value);
  });
}

function withOptOuts({ labels, annotations }: LabelsAndAnnotations, optOuts: readonly OptOut[]): LabelsAndAnnotations {
  const values = (chosen: readonly OptOut[]): Strings =>
    Object.fromEntries(chosen.map(({ key, value }) => [key, value]));
  return {
    labels: { ...labels, ...values(optOuts.filter(({ isLabel }) => isLabel)) },
    annotations: { ...annotations, ...values(optOuts) },
  };
}

function without(key: string, strings: Strings): Strings {
  return Object.fromEntries(Object.entries(strings).filter(([name]) => name !== key));
}
