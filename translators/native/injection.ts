type Strings = Readonly<Record<string, string>>;

/** kpack's only opt-out; of no use where sidecars are welcome. */
const ISTIO_INJECT = 'sidecar.istio.io/inject';

/**
 * What keeps Istio, Linkerd, Consul and Kuma from adding a proxy that init containers could not reach. Istio's and
 * Kuma's webhooks are chosen by label and decide by label before annotation; Linkerd and Consul read annotations.
 */
const OPT_OUT_LABELS: Strings = { [ISTIO_INJECT]: 'false', 'kuma.io/sidecar-injection': 'disabled' };
const OPT_OUT_ANNOTATIONS: Strings = {
  [ISTIO_INJECT]: 'false',
  'linkerd.io/inject': 'disabled',
  'consul.hashicorp.com/connect-inject': 'false',
  'kuma.io/sidecar-injection': 'disabled',
};

interface Marks {
  readonly labels: Strings;
  readonly annotations: Strings;
}

export function withInjectionOptOut({ labels, annotations }: Marks): Marks {
  return { labels: { ...labels, ...OPT_OUT_LABELS }, annotations: { ...annotations, ...OPT_OUT_ANNOTATIONS } };
}

/**
 * As kpack does with the annotation: an opt-out that a Build inherited from its Image must not undo the layout that
 * sidecars are for. Istio heeds the label before the annotation, so an opt-out by label
 * goes too.
 */
export function withoutInjectionOptOut({ labels, annotations }: Marks): Marks {
  const optsOut = labels[ISTIO_INJECT] === 'false';
  return { labels: optsOut ? without(ISTIO_INJECT, labels) : labels, annotations: without(ISTIO_INJECT, annotations) };
}

function without(key: string, strings: Strings): Strings {
  return Object.fromEntries(Object.entries(strings).filter(([name]) => name !== key));
}
