import { controllerManifests, settingsManifest } from '../install/controller.ts';
import type { TaskpackImages } from '../model/build-policy.ts';
import { objectAt, objectsAt } from '../model/json-field.ts';
import type { JsonObject } from '../model/json.ts';
import { codeLines, codeValue } from './template-code.ts';

function imageCode(name: 'steps' | 'entrypoint'): string {
  return codeValue(`include "taskpack.image" (dict "root" $ "name" "${name}")`);
}

const IMAGES: TaskpackImages = { steps: imageCode('steps'), entrypoint: imageCode('entrypoint') };

/** An empty value is not set, so that the controller uses its default. */
const SETTING_LINES = `{{- range $name, $value := $.Values.settings }}
{{- with include "taskpack.setting" $value }}
{{ $name }}: {{ . | quote }}
{{- end }}
{{- end }}
{{- if $.Values.warmNodes.enabled }}
WARM_NODES: 'true'
{{- end }}`;

/** Returns the ConfigMap with the settings of the values. */
export function settingsTemplate(): JsonObject {
  const manifest = settingsManifest(IMAGES);
  return { ...manifest, data: { ...objectAt(manifest, 'data'), [codeLines(SETTING_LINES)]: '' } };
}

/** Returns the controller's PriorityClass and Deployment with the fields of the values. */
export function controllerTemplate(): readonly JsonObject[] {
  return controllerManifests(IMAGES).map((manifest) =>
    manifest.kind === 'Deployment' ? deployment(manifest) : manifest,
  );
}

/** Lines for a value that replaces a field, if the value is not empty. */
function optionalField(field: string, value: string): JsonObject {
  return { [codeLines(`{{- with $.Values.${value} }}\n${field}:\n  {{- toYaml . | nindent @2 }}\n{{- end }}`)]: '' };
}

/** An item that adds the items of a value to a list. */
function moreItems(value: string): string {
  return codeLines(`{{- with $.Values.${value} }}\n{{- toYaml . | nindent @ }}\n{{- end }}`);
}

const PULL_SECRETS = codeLines(
  '{{- with $.Values.images.pullSecrets }}\nimagePullSecrets:\n  {{- range . }}\n  - name: {{ . }}\n  {{- end }}\n{{- end }}',
);

/** A change of the settings starts new Pods, because the controller reads the settings once. */
const POD_ANNOTATIONS = codeLines(`annotations:
  checksum/settings: {{ include (print $.Template.BasePath "/settings.yaml") $ | sha256sum }}
  {{- with $.Values.podAnnotations }}
  {{- toYaml . | nindent @2 }}
  {{- end }}`);

function deployment(manifest: JsonObject): JsonObject {
  const spec = objectAt(manifest, 'spec');
  const template = objectAt(spec, 'template');
  const metadata = objectAt(template, 'metadata');
  return {
    ...manifest,
    spec: {
      ...spec,
      replicas: codeValue('$.Values.replicas'),
      template: {
        metadata: {
          ...metadata,
          labels: { ...objectAt(metadata, 'labels'), [moreItems('podLabels')]: '' },
          [POD_ANNOTATIONS]: '',
        },
        spec: podSpec(objectAt(template, 'spec')),
      },
    },
  };
}

function podSpec(pod: JsonObject): JsonObject {
  const { nodeSelector: _selector, topologySpreadConstraints: _constraints, ...rest } = pod;
  return {
    ...rest,
    [PULL_SECRETS]: '',
    ...optionalField('nodeSelector', 'nodeSelector'),
    ...optionalField('tolerations', 'tolerations'),
    ...optionalField('affinity', 'affinity'),
    ...optionalField('topologySpreadConstraints', 'topologySpreadConstraints'),
    containers: objectsAt(pod, 'containers').map(container),
    volumes: [...objectsAt(pod, 'volumes'), moreItems('extraVolumes')],
  };
}

function container(one: JsonObject): JsonObject {
  const { resources: _resources, ...rest } = one;
  return {
    ...rest,
    env: [...objectsAt(one, 'env'), moreItems('extraEnv')],
    volumeMounts: [...objectsAt(one, 'volumeMounts'), moreItems('extraVolumeMounts')],
    ...optionalField('resources', 'resources'),
  };
}
