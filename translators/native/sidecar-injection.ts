import type { LabelsAndAnnotations } from '../phases/workload-metadata.ts';

type Strings = Readonly<Record<string, string>>;

/** The only opt-out that kpack knows. */
const ISTIO_INJECT = 'sidecar.istio.io/inject';

/**
 * Keep Istio, Linkerd, Consul and Kuma from adding a proxy, which init containers could not reach. The webhooks of Istio
 * and Kuma select Pods by label and prefer the label to the annotation. Linkerd and Consul read annotations.
 */
const OPT_OUT_LABELS: Strings = { [ISTIO_INJECT]: 'false', 'kuma.io/sidecar-injection': 'disabled' };
const OPT_OUT_ANNOTATIONS: Strings = {
  [ISTIO_INJECT]: 'false',
  'linkerd.io/inject': 'disabled',
  'consul.hashicorp.com/connect-inject': 'false',
  'kuma.io/sidecar-injection': 'disabled',
};

export function withInjectionOptOut({ labels, annotations }: LabelsAndAnnotations): LabelsAndAnnotations {
  return { labels: { ...labels, ...OPT_OUT_LABELS }, annotations: { ...annotations, ...OPT_OUT_ANNOTATIONS } };
}

/**
 * Removes the opt-outs that a Build inherited from its Image, because they would disable the sidecars that the
 * `containers` layout supports. kpack removes the annotation. Istio prefers the label, so this function removes an
 * opt-out by label too.
 */
export function withoutInjectionOptOut({ labels, annotations }: LabelsAndAnnotations): LabelsAndAnnotations {
  const optsOut = labels[ISTIO_INJECT] === 'false';
  return { labels: optsOut ? without(ISTIO_INJECT, labels) : labels, annotations: without(ISTIO_INJECT, annotations) };
}

function without(key: string, strings: Strings): Strings {
  return Object.fromEntries(Object.entries(strings).filter(([name]) => name !== key));
}
