import { crdManifests } from '../../core/api/crds/manifests.ts';
import { dashboardText } from '../monitoring/dashboard-files.ts';
import { isJsonObject } from '../../core/model/json.ts';
import { formatYaml } from '../../core/yaml/format-yaml.ts';
import { valuesSchema, valuesYaml } from './values-files.ts';
import { chartValues } from './values.ts';

/** Returns the generated files of the Helm chart, by path in the chart. The other files are written by hand. */
export function chartFiles(): Readonly<Record<string, string>> {
  const values = chartValues();
  return {
    'values.yaml': valuesYaml(values),
    'values.schema.json': valuesSchema(values),
    'dashboards/taskpack.json': dashboardText(),
    ...definitionTemplates(),
  };
}

const FOLDER = '300-crds/';

/** Definitions are templates, so that an upgrade changes them. Helm installs the files of a folder `crds` only once. */
function definitionTemplates(): Readonly<Record<string, string>> {
  const all = crdManifests();
  return Object.fromEntries(
    Object.entries(all)
      .filter(([file]) => file.startsWith(FOLDER))
      .map(([file, usual]) => {
        const name = file.slice(FOLDER.length);
        return [`templates/crds/${name}`, HEAD + definition(usual, all[`overlays/v1alpha3/${name}`])];
      }),
  );
}

const HEAD = '{{- /* Written by npm run generate from src/install/helm; do not edit. */ -}}\n';

function definition(usual: object, withV1alpha3: object | undefined): string {
  if (withV1alpha3 === undefined) return ifSet('.Values.crds.enabled', usual);
  return (
    ifSet('and .Values.crds.enabled (not .Values.crds.v1alpha3)', usual) +
    ifSet('and .Values.crds.enabled .Values.crds.v1alpha3', withV1alpha3)
  );
}

/** `helm uninstall` keeps objects with this annotation. */
const METADATA = `  {{- if .Values.crds.keep }}
  annotations:
    helm.sh/resource-policy: keep
  {{- end }}
  labels:
    {{- include "taskpack.chartLabels" . | nindent 4 }}
`;

function ifSet(condition: string, manifest: object): string {
  if (!isJsonObject(manifest)) throw new TypeError('expected a CustomResourceDefinition to be an object');
  // The first name is that of the metadata.
  const text = formatYaml(manifest).replace(/^ {2}name: .*\n/m, (name) => name + METADATA);
  return `{{- if ${condition} }}\n---\n${text}{{- end }}\n`;
}
