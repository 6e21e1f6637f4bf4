import { IMAGE_EXTENSIONS_LABEL } from '../../../core/model/namespace-permission.ts';
import { asObject } from '../../../core/model/objects/object-meta.ts';
import { isOlderVersion } from '../../../core/model/version.ts';
import type { ClusterFacts } from '../cluster-facts.ts';
import { found, ok, type Finding } from '../finding.ts';
import { enforcedLevel, knownFeatures, settingsOf, usedWorkload, valueOr } from '../used-workload.ts';

/** The first Kubernetes whose API server keeps `hostUsers` of Pods by default (feature gate UserNamespacesSupport). */
const FIRST_WITH_USER_NAMESPACES = '1.33.0';

const CHECK = 'image-extensions';

/** Checks that image extensions which extend build images can run as root, if the settings allow them. */
export function checkImageExtensions(facts: ClusterFacts): readonly Finding[] {
  const settings = settingsOf(facts.controller);
  if ((settings.get('EXTENSION_BUILDERS') ?? '') === '') return [];
  const usesUserNamespaces = settings.get('EXTENSION_USER_NAMESPACES') !== 'false';
  const findings = [...(usesUserNamespaces ? userNamespaces(facts) : []), ...ofNamespace(facts)];
  return findings.length > 0
    ? findings
    : [ok(CHECK, 'The settings, the versions and the namespace allow image extensions to extend build images.')];
}

function userNamespaces(facts: ClusterFacts): readonly Finding[] {
  const kubernetes = valueOr(facts.kubernetes, undefined);
  const advice = 'or set EXTENSION_USER_NAMESPACES to false: image extensions are then root on the node.';
  const isTooOld = kubernetes !== undefined && isOlderVersion(kubernetes, FIRST_WITH_USER_NAMESPACES);
  const isTektonTooOld = usedWorkload(facts) === 'taskrun' && !knownFeatures(facts).userNamespaces;
  return [
    ...(isTooOld
      ? [
          found(
            CHECK,
            'error',
            `Kubernetes ${kubernetes} gives Pods no user namespace by default, so image extensions are root on the node although EXTENSION_USER_NAMESPACES is true.`,
            `Upgrade the cluster to Kubernetes 1.33, ${advice}`,
          ),
        ]
      : []),
    ...(isTektonTooOld
      ? [
          found(
            CHECK,
            'error',
            'This Tekton cannot give a Pod a user namespace, so Builds of the builders in EXTENSION_BUILDERS fail.',
            `Install Tekton 1.9 or newer, ${advice}`,
          ),
        ]
      : []),
  ];
}

function ofNamespace(facts: ClusterFacts): readonly Finding[] {
  const { metadata } = asObject(valueOr(facts.namespace.object, undefined));
  if (metadata.labels.get(IMAGE_EXTENSIONS_LABEL) !== 'true') {
    const message = `The namespace lacks the label ${IMAGE_EXTENSIONS_LABEL}=true, so image extensions cannot extend build images there.`;
    return [found(CHECK, 'note', message, 'If its Builds need that, set the label.')];
  }
  if (enforcedLevel(facts) !== 'restricted') return [];
  const message =
    'The namespace enforces restricted, which refuses the Pods of image extensions that extend build images.';
  return [found(CHECK, 'error', message, 'Let the namespace enforce baseline.')];
}
