import type { Build } from '../api/kpack/build.ts';
import { DEBUG_ANNOTATION } from '../model/debug-mode.ts';
import { EXEC_ENV_ANNOTATION, LAST_EXEC_ENV_ANNOTATION } from '../model/exec-env.ts';
import { maskJsonLogins } from '../model/mask-url-logins.ts';
import { CHANGES_ANNOTATION } from '../model/image-metadata.ts';
import { fieldError, fieldNote } from '../model/problem.ts';
import { isRefusedKey } from '../model/refused-keys.ts';
import type { ResolvedBuild } from '../model/resolved-build.ts';
import type { Report } from './report.ts';

type Strings = Readonly<Record<string, string>>;

/**
 * Keys of annotations that a workload may have. Container runtimes (CRI-O, Kata), network plugins (Multus, Calico),
 * Vault, meshes and clouds obey annotations of Pods, and their keys have no common form. So only these keys pass, and
 * those of the setting `ALLOWED_ANNOTATIONS`. The switches of a mesh pass. Its other keys do not, because they select the
 * image and the volumes of the proxy.
 */
const ALLOWED_ANNOTATIONS: readonly string[] = [
  'kpack.io/*',
  'image.kpack.io/*',
  'app.kubernetes.io/*',
  'prometheus.io/*',
  'cluster-autoscaler.kubernetes.io/safe-to-evict',
  'karpenter.sh/do-not-disrupt',
  'sidecar.istio.io/inject',
  'linkerd.io/inject',
  'kuma.io/sidecar-injection',
  'consul.hashicorp.com/connect-inject',
];

/** A key without prefix and dots is a user's own: programs must use a prefix, and CRI-O's keys without one have dots. */
const PLAIN_KEY = /^[^./]+$/;

/** Azure's webhook obeys a label of the Pod. */
const REFUSED_LABELS = /^azure\.workload\.identity\//;

/** These are left out without a note: kubectl's copy of the whole object, which users do not write, and what taskpack itself reads. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'kubectl.kubernetes.io/last-applied-configuration',
  DEBUG_ANNOTATION,
  EXEC_ENV_ANNOTATION,
  LAST_EXEC_ENV_ANNOTATION,
]);

/** Returns the Build's labels and annotations that its workload gets, and reports a note for each other one. */
export function resolveMetadata(
  { metadata: { labels = {}, annotations = {} } }: Build,
  allowedAnnotations: readonly string[],
  report: Report,
): Pick<ResolvedBuild, 'labels' | 'annotations'> {
  const allowed = [...ALLOWED_ANNOTATIONS, ...allowedAnnotations];
  const isPassed = (key: string): boolean =>
    !isRefusedKey(key) &&
    (PLAIN_KEY.test(key) ||
      allowed.some((item) => (item.endsWith('/*') ? key.startsWith(item.slice(0, -1)) : key === item)));
  for (const key of Object.keys(labels).filter((label) => !isPassedLabel(label))) {
    report(fieldNote(['metadata', 'labels', key], `label ${notCopied(key)}, ${STEERS}`));
  }
  for (const key of Object.keys(annotations).filter((one) => !isPassed(one) && !LEFT_OUT.has(one))) {
    const consequence = isRefusedKey(key) ? `, ${STEERS}` : `: ${ADVICE}`;
    report(fieldNote(['metadata', 'annotations', key], `annotation ${notCopied(key)}${consequence}`));
  }
  const passed = maskedChanges(only(isPassed, annotations));
  const size = Object.entries(passed)
    .flat()
    .reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  if (size > MAX_PASSED_BYTES) {
    const message = `the Pod gets ${size} bytes of annotations from the Build, and has room for ${MAX_PASSED_BYTES}: shorten them`;
    report(fieldError(['metadata', 'annotations'], message));
  }
  return { labels: only(isPassedLabel, labels), annotations: passed };
}

/** The limit of Kubernetes for all annotations of an object is 256 KiB. taskpack and Tekton add some to the Pod. */
const MAX_PASSED_BYTES = 252 * 1024;

/** kpack writes the source with its password into the changes. */
function maskedChanges(annotations: Strings): Strings {
  const changes = annotations[CHANGES_ANNOTATION];
  return changes === undefined ? annotations : { ...annotations, [CHANGES_ANNOTATION]: maskJsonLogins(changes) };
}

const STEERS = 'because it would change how the Pod runs';

const ADVICE = 'if the Pod needs it, ask the operator to add it to ALLOWED_ANNOTATIONS';

function notCopied(key: string): string {
  return `"${key}" is not copied to the Pod`;
}

function isPassedLabel(key: string): boolean {
  return !isRefusedKey(key) && !REFUSED_LABELS.test(key);
}

function only(isPassed: (key: string) => boolean, strings: Strings): Strings {
  return Object.fromEntries(Object.entries(strings).filter(([key]) => isPassed(key)));
}
