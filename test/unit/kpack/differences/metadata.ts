import { childName } from '../../../../src/core/model/names.ts';
import { onKpack, without, type Difference } from './difference.ts';

const STEERING = [
  /^build\.kpack\.io\//,
  /^azure\.workload\.identity\//,
  /^taskpack\.dev\//,
  /^([^/]*\.)?tekton\.dev\//,
  /^(container\.)?(apparmor|seccomp)\.security\.(alpha|beta)\.kubernetes\.io\//,
];

const ALLOWED = [
  /^[^./]+$/,
  /^(image\.kpack|kpack|app\.kubernetes|prometheus)\.io\//,
  /^(cluster-autoscaler\.kubernetes\.io\/safe-to-evict|karpenter\.sh\/do-not-disrupt)$/,
  /^(sidecar\.istio\.io\/inject|linkerd\.io\/inject|kuma\.io\/sidecar-injection|consul\.hashicorp\.com\/connect-inject)$/,
];

const ISTIO_INJECT = 'sidecar.istio.io/inject';
const OPT_OUT_LABELS = { 'sidecar.istio.io/inject': 'false', 'kuma.io/sidecar-injection': 'disabled' };
const OPT_OUT_ANNOTATIONS = {
  'linkerd.io/inject': 'disabled',
  'consul.hashicorp.com/connect-inject': 'false',
  'kuma.io/sidecar-injection': 'disabled',
};

/** Differences in names, labels, annotations and owners. */
export const METADATA_DIFFERENCES: readonly Difference[] = [
  {
    id: 'no-steering-labels',
    reconcile: onKpack((kpack) => {
      const labels = without(kpack.metadata.labels, (key) => STEERING.some((pattern) => pattern.test(key)));
      return { ...kpack, metadata: { ...kpack.metadata, labels } };
    }),
  },
  {
    id: 'annotations-by-an-allow-list',
    reconcile: onKpack((kpack) => {
      const annotations = without(kpack.metadata.annotations, (key) => !ALLOWED.some((pattern) => pattern.test(key)));
      return { ...kpack, metadata: { ...kpack.metadata, annotations } };
    }),
  },
  {
    id: 'opt-out-of-every-mesh',
    reconcile: onKpack((kpack, { layout }) => {
      if (layout === 'containers') return kpack;
      const { labels, annotations, rest } = kpack.metadata;
      const metadata = {
        labels: { ...labels, ...OPT_OUT_LABELS },
        annotations: { ...annotations, ...OPT_OUT_ANNOTATIONS },
        rest,
      };
      return { ...kpack, metadata };
    }),
  },
  {
    id: 'no-opt-out-by-label',
    reconcile: onKpack((kpack, { layout, subject: { options } }) => {
      const { labels, annotations, rest } = kpack.metadata;
      if (layout === 'init' || options.injectedSidecars === 'none' || labels[ISTIO_INJECT] !== 'false') return kpack;
      const others = Object.fromEntries(Object.entries(labels).filter(([key]) => key !== ISTIO_INJECT));
      return { ...kpack, metadata: { labels: others, annotations, rest } };
    }),
  },
  {
    id: 'opt-out-of-the-build',
    reconcile: onKpack((kpack, { layout, subject: { build, options } }) => {
      if (layout === 'init' || options.injectedSidecars !== 'none' || build === undefined) return kpack;
      const { labels, annotations, rest } = kpack.metadata;
      const written = build.metadata.annotations?.[ISTIO_INJECT];
      const optsOut = (build.metadata.labels?.[ISTIO_INJECT] ?? written) === 'false';
      const optOut = optsOut ? { [ISTIO_INJECT]: 'false' } : {};
      const own = written === undefined ? {} : { [ISTIO_INJECT]: written };
      const metadata = { labels: { ...labels, ...optOut }, annotations: { ...annotations, ...own, ...optOut }, rest };
      return { ...kpack, metadata };
    }),
  },
  {
    id: 'build-label-fits',
    reconcile: onKpack((kpack) => {
      const { labels } = kpack.metadata;
      const fitting = { ...labels, 'kpack.io/build': childName(labels['kpack.io/build'] ?? '', '') };
      return { ...kpack, metadata: { ...kpack.metadata, labels: fitting } };
    }),
  },
  {
    id: 'no-owner-before-it-is-stored',
    reconcile: onKpack((kpack, { subject }) => {
      if (subject.build?.metadata.uid !== undefined) return kpack;
      const rest = without(kpack.metadata.rest, (name) => name === 'ownerReferences');
      return { ...kpack, metadata: { ...kpack.metadata, rest } };
    }),
  },
  {
    // Only prepare and completion mount the inputs. A mount in another container would remain as a difference.
    id: 'inputs-as-data',
    reconcile: ({ kpack, ours }) => {
      const annotations = without(ours.metadata.annotations, (name) => name === 'taskpack.dev/inputs');
      const volumes = without(ours.volumes, (name) => name === 'build-inputs-dir');
      return { kpack, ours: { ...ours, metadata: { ...ours.metadata, annotations }, volumes } };
    },
  },
];
