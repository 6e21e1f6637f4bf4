import { crdManifests } from '../api/crds/manifests.ts';
import { namespaceManifest } from '../install/controller.ts';
import { deprecatedFieldsManifests } from '../install/deprecated-fields.ts';
import { highAvailabilityFiles } from '../install/high-availability.ts';
import type { Manifest } from '../install/manifest.ts';
import { monitoringFiles } from '../install/monitoring/monitoring-files.ts';
import { networkPolicyFiles } from '../install/network-policies.ts';
import { buildConstraintsBinding, openShiftFiles } from '../install/openshift.ts';
import { buildPriorityClasses } from '../install/priority-classes.ts';
import { rbacManifests } from '../install/rbac.ts';
import { warmNodesFiles } from '../install/warm-nodes.ts';
import { webhooksServiceFiles } from '../install/webhooks-service.ts';
import { objectAt, objectsAt } from '../model/json-field.ts';
import { isJsonObject, type JsonObject } from '../model/json.ts';
import { chartTemplate, type ChartObjects } from './chart-objects.ts';
import { controllerTemplate, settingsTemplate } from './controller-template.ts';
import { codeLines, codeValue } from './template-code.ts';

/** Returns the templates of the objects, by their file in the chart. Each has the objects of a file in `config/`. */
export function chartTemplates(): Readonly<Record<string, string>> {
  const parts: Readonly<Record<string, readonly ChartObjects[]>> = {
    namespace: [{ head: 'if $.Values.namespace.create', manifests: [namespaceOfRelease()] }],
    rbac: [{ manifests: rbacManifests().map(withAccountAnnotations) }],
    'deprecated-fields': [{ manifests: deprecatedFieldsManifests() }],
    'priority-classes': [{ manifests: buildPriorityClasses() }],
    settings: [{ manifests: [settingsTemplate()] }],
    controller: [{ manifests: controllerTemplate() }],
    'pod-disruption-budget': [
      { head: 'if $.Values.podDisruptionBudget.enabled', manifests: flat(highAvailabilityFiles()) },
    ],
    'warm-nodes': [{ head: 'if $.Values.warmNodes.enabled', manifests: flat(warmNodesFiles()).map(withPullSecrets) }],
    monitoring: monitoring(),
    'network-policies': networkPolicies(),
    openshift: openShift(),
    'webhooks-service': [{ head: 'if $.Values.webhooks.service.enabled', manifests: webhooksService() }],
    ...definitions(),
  };
  return Object.fromEntries(
    Object.entries(parts).map(([name, objects]) => [`templates/${name}.yaml`, chartTemplate(objects)]),
  );
}

function flat(files: Readonly<Record<string, readonly Manifest[]>>): readonly Manifest[] {
  return Object.values(files).flat();
}

function namespaceOfRelease(): JsonObject {
  const manifest = namespaceManifest();
  return { ...manifest, metadata: { ...manifest.metadata, name: codeValue('$.Release.Namespace') } };
}

/** Lets the controller use a cloud identity of its own. */
function withAccountAnnotations(manifest: Manifest): JsonObject {
  if (manifest.kind !== 'ServiceAccount') return manifest;
  return withAnnotationsOf(manifest, '$.Values.serviceAccount.annotations');
}

function withAnnotationsOf(manifest: Manifest, value: string): JsonObject {
  const lines = `{{- with ${value} }}\nannotations:\n  {{- toYaml . | nindent @2 }}\n{{- end }}`;
  return { ...manifest, metadata: { ...manifest.metadata, [codeLines(lines)]: '' } };
}

/** The kubelet also pulls the images of taskpack itself for these Pods. */
function withPullSecrets(manifest: Manifest): JsonObject {
  if (manifest.kind !== 'ServiceAccount') return manifest;
  const lines =
    '{{- with $.Values.images.pullSecrets }}\nimagePullSecrets:\n  {{- range . }}\n  - name: {{ . }}\n  {{- end }}\n{{- end }}';
  return { ...manifest, [codeLines(lines)]: '' };
}

/** Prometheus and Grafana often select their objects by a label. */
function monitoring(): readonly ChartObjects[] {
  const files = monitoringFiles();
  const values = { 'pod-monitor': 'podMonitor', 'prometheus-rule': 'prometheusRule', dashboard: 'dashboard' };
  return Object.entries(values).map(([file, value]) => ({
    head: `if $.Values.monitoring.${value}.enabled`,
    manifests: (files[`overlays/monitoring/${file}.yaml`] ?? []).map((manifest) =>
      withLabelsOf(manifest, `$.Values.monitoring.${value}.labels`),
    ),
  }));
}

function withLabelsOf(manifest: Manifest, value: string): JsonObject {
  const labels = objectAt(manifest.metadata, 'labels');
  const lines = `{{- with ${value} }}\n{{- toYaml . | nindent @ }}\n{{- end }}`;
  return { ...manifest, metadata: { ...manifest.metadata, labels: { ...labels, [codeLines(lines)]: '' } } };
}

function networkPolicies(): readonly ChartObjects[] {
  const {
    'overlays/network-policies/controller.yaml': controller = [],
    'overlays/network-policies/builds.yaml': builds = [],
  } = networkPolicyFiles();
  return [
    { head: 'if $.Values.networkPolicies.enabled', manifests: controller.map(withPorts) },
    {
      head: 'range $.Values.networkPolicies.buildNamespaces',
      manifests: builds.map((manifest) => ({
        ...manifest,
        metadata: { ...manifest.metadata, namespace: codeValue('.') },
      })),
    },
  ];
}

/** The rule after the one for DNS limits the ports. */
function withPorts(policy: Manifest): JsonObject {
  const spec = objectAt(policy, 'spec');
  const [dns = {}, others = {}] = objectsAt(spec, 'egress');
  const lines = '{{- range $.Values.networkPolicies.ports }}\n- protocol: TCP\n  port: {{ . }}\n{{- end }}';
  return { ...policy, spec: { ...spec, egress: [dns, { ...others, ports: [codeLines(lines)] }] } };
}

function openShift(): readonly ChartObjects[] {
  return [
    { head: 'if $.Values.openshift.enabled', manifests: flat(openShiftFiles()) },
    {
      head: 'range $.Values.openshift.buildNamespaces',
      manifests: [buildConstraintsBinding(codeValue('.'))],
    },
  ];
}

function webhooksService(): readonly JsonObject[] {
  return flat(webhooksServiceFiles()).map((manifest) => {
    const spec = objectAt(manifest, 'spec');
    const ports = objectsAt(spec, 'ports').map((one) => ({
      ...one,
      port: codeValue('$.Values.webhooks.service.port'),
    }));
    return {
      ...withAnnotationsOf(manifest, '$.Values.webhooks.service.annotations'),
      spec: { ...spec, type: codeValue('$.Values.webhooks.service.type'), ports },
    };
  });
}

/** Definitions are templates, so that an upgrade changes them. Helm does not remove objects with this annotation. */
function definitions(): Readonly<Record<string, readonly ChartObjects[]>> {
  const all = crdManifests();
  const files = Object.keys(all).filter((file) => file.startsWith('300-crds/'));
  return Object.fromEntries(
    files.map((file) => {
      const name = file.slice('300-crds/'.length, -'.yaml'.length);
      return [`crds/${name}`, definition(all[file], all[`overlays/v1alpha3/${name}.yaml`])];
    }),
  );
}

function definition(usual: unknown, withV1alpha3: unknown): readonly ChartObjects[] {
  const enabled = '$.Values.crds.enabled';
  const v1alpha3 = '$.Values.crds.v1alpha3';
  if (withV1alpha3 === undefined) return [{ head: `if ${enabled}`, manifests: [kept(usual)] }];
  return [
    { head: `if and ${enabled} (not ${v1alpha3})`, manifests: [kept(usual)] },
    { head: `if and ${enabled} ${v1alpha3}`, manifests: [kept(withV1alpha3)] },
  ];
}

function kept(definitionOrOverlay: unknown): JsonObject {
  if (!isJsonObject(definitionOrOverlay)) throw new TypeError('expected a CustomResourceDefinition to be an object');
  const lines = '{{- if $.Values.crds.keep }}\nannotations:\n  helm.sh/resource-policy: keep\n{{- end }}';
  return {
    ...definitionOrOverlay,
    metadata: { ...objectAt(definitionOrOverlay, 'metadata'), [codeLines(lines)]: '' },
  };
}
