import { LABELS } from '../../core/model/installation-names.ts';
import type { Json, JsonObject } from '../../core/model/json.ts';
import type { ChartValue } from './chart-value.ts';
import { settingValues } from './setting-values.ts';

const TEXT: JsonObject = { type: 'string' };
const FLAG: JsonObject = { type: 'boolean' };
const OBJECT: JsonObject = { type: 'object' };
const OBJECTS: JsonObject = { type: 'array', items: OBJECT };
const NAMES: JsonObject = { type: 'array', items: { type: 'string', minLength: 1 } };
const TEXTS_BY_NAME: JsonObject = { type: 'object', additionalProperties: TEXT };

/** Returns all values of the chart in the order of values.yaml. */
export function chartValues(): readonly ChartValue[] {
  return [...imageValues(), ...podValues(), ...installedObjectValues(), ...overlayValues(), ...settingValues()];
}

function imageValues(): readonly ChartValue[] {
  return [
    value('images.registry', 'taskpack', TEXT, 'registry, or registry and path, of both images'),
    ...(['steps', 'entrypoint'] as const).flatMap((name) => [
      value(`images.${name}.repository`, '', TEXT, `the repository of the image, instead of \`REGISTRY/${name}\``),
      value(`images.${name}.tag`, '', TEXT, "the tag of the image; by default the chart's `appVersion`"),
      value(`images.${name}.digest`, '', DIGEST, 'the digest of the image, such as `sha256:…`, instead of a tag'),
    ]),
    value(
      'images.pullSecrets',
      [],
      NAMES,
      'names of pull Secrets for the Pods of the controller and of `warmNodes`; Builds use the pull Secrets of their ServiceAccounts',
    ),
  ];
}

const DIGEST: JsonObject = { type: 'string', pattern: '^$|^sha256:[0-9a-f]{64}$' };

function podValues(): readonly ChartValue[] {
  return [
    value('replicas', 2, { type: 'integer', minimum: 0 }, REPLICAS),
    value('podDisruptionBudget.enabled', false, FLAG, 'keeps one Pod while nodes are drained; needs two replicas'),
    value('resources', RESOURCES, OBJECT, "the resources of the controller's container"),
    value('nodeSelector', { 'kubernetes.io/os': 'linux' }, TEXTS_BY_NAME, "labels of the controller's nodes"),
    value('tolerations', [], OBJECTS, "tolerations of the controller's Pods"),
    value('affinity', {}, OBJECT, "the affinity of the controller's Pods"),
    value('topologySpreadConstraints', SPREAD, OBJECTS, 'how Pods are spread; by default over nodes, if possible'),
    value('podAnnotations', {}, TEXTS_BY_NAME, "annotations of the controller's Pods"),
    value('podLabels', {}, TEXTS_BY_NAME, "labels of the controller's Pods"),
    value('serviceAccount.annotations', {}, TEXTS_BY_NAME, "annotations of the controller's ServiceAccount"),
    value(
      'extraEnv',
      [],
      OBJECTS,
      'environment variables of the controller, such as `HTTPS_PROXY` or a key of a Secret',
    ),
    value('extraVolumes', [], OBJECTS, "volumes of the controller's Pods, such as one for `settings.REGISTRY_CA_FILE`"),
    value('extraVolumeMounts', [], OBJECTS, "mounts of the controller's container"),
  ];
}

const REPLICAS = 'replicas of the controller: one works, and the others stand by';

const RESOURCES: JsonObject = { requests: { cpu: '50m', memory: '256Mi' }, limits: { memory: '1Gi' } };

const SPREAD: readonly JsonObject[] = [
  {
    maxSkew: 1,
    topologyKey: 'kubernetes.io/hostname',
    whenUnsatisfiable: 'ScheduleAnyway',
    labelSelector: { matchLabels: LABELS },
  },
];

function installedObjectValues(): readonly ChartValue[] {
  return [
    value('crds.enabled', true, FLAG, "installs and upgrades the definitions of kpack's kinds"),
    value(
      'crds.keep',
      true,
      FLAG,
      'keeps the definitions on `helm uninstall`; without it, `helm uninstall` deletes them, and the cluster deletes every Build, Image and Builder with them',
    ),
    value('crds.v1alpha3', false, FLAG, 'also serves `kpack.io/v1alpha3`; `kp` does not work then'),
    value(
      'namespace.create',
      false,
      FLAG,
      'renders the Namespace with the Pod Security level `restricted`; only for `helm template`, because Helm cannot create the namespace of its own release like this',
    ),
  ];
}

function overlayValues(): readonly ChartValue[] {
  return [
    value(
      'warmNodes.enabled',
      false,
      FLAG,
      'makes nodes pull the images of ClusterBuilders before the first Build ([Pull images before the first Build](../how-to/warm-nodes.md))',
    ),
    ...webhooksServiceValues(),
    ...monitoringValues(),
    value('networkPolicies.enabled', false, FLAG, "restricts the network of the controller's Pods"),
    value(
      'networkPolicies.ports',
      [22, 443, 6443],
      { type: 'array', items: { type: 'integer' } },
      'the ports of API server, registries, git servers and collectors that the controller may reach',
    ),
    value('networkPolicies.buildNamespaces', [], NAMES, 'namespaces whose Builds get a NetworkPolicy'),
    value(
      'openshift.enabled',
      false,
      FLAG,
      'allows the SecurityContextConstraints `nonroot-v2` ([Run Builds on OpenShift](../how-to/run-on-openshift.md))',
    ),
    value(
      'openshift.buildNamespaces',
      [],
      NAMES,
      'namespaces whose Builds may use `nonroot-v2`; needs `openshift.enabled`',
    ),
  ];
}

function webhooksServiceValues(): readonly ChartValue[] {
  return [
    value(
      'webhooks.service.enabled',
      false,
      FLAG,
      'creates the Service `git-webhooks`, to which git servers send webhooks; needs `settings.GIT_WEBHOOKS_SECRET` ([Rebuild on push](../how-to/rebuild-on-push.md))',
    ),
    value(
      'webhooks.service.type',
      'ClusterIP',
      { enum: ['ClusterIP', 'NodePort', 'LoadBalancer'] },
      'the type of the Service',
    ),
    value('webhooks.service.port', 80, PORT, 'the port of the Service'),
    value(
      'webhooks.service.annotations',
      {},
      TEXTS_BY_NAME,
      'annotations of the Service, such as those that a load balancer reads',
    ),
  ];
}

const PORT: JsonObject = { type: 'integer', minimum: 1, maximum: 65_535 };

function monitoringValues(): readonly ChartValue[] {
  return (
    [
      ['podMonitor', 'a PodMonitor of Prometheus Operator'],
      ['prometheusRule', 'a PrometheusRule with the alerts ([Alerts](alerts.md))'],
      ['dashboard', 'a ConfigMap with a dashboard for the sidecar of Grafana'],
    ] as const
  ).flatMap(([name, meaning]) => [
    value(`monitoring.${name}.enabled`, false, FLAG, `creates ${meaning}`),
    value(
      `monitoring.${name}.labels`,
      {},
      TEXTS_BY_NAME,
      'more labels, by which Prometheus or Grafana selects the object',
    ),
  ]);
}

function value(path: string, byDefault: Json, schema: JsonObject, meaning: string): ChartValue {
  return { path, byDefault, meaning, schema };
}
