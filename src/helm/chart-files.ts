import { VERSION } from '../settings/version.ts';
import { formatYaml } from '../yaml/format-yaml.ts';
import { chartTemplates } from './templates.ts';
import { valuesSchema, valuesYaml } from './values-files.ts';
import { chartValues } from './values.ts';

/** The lowest version of Kubernetes; `-0` admits the suffixes of clouds, such as `v1.30.0-eks-1`. */
const KUBERNETES = '>=1.30.0-0';

const SITE = 'https://github.com/taskpack/taskpack';

/** Returns the generated files of the Helm chart, by path in the chart. NOTES.txt and _helpers.tpl are written by hand. */
export function chartFiles(): Readonly<Record<string, string>> {
  const values = chartValues();
  return {
    'Chart.yaml': `# Written by npm run generate from src/helm; do not edit.\n${formatYaml(chartDescription())}`,
    'values.yaml': valuesYaml(values),
    'values.schema.json': valuesSchema(values),
    ...chartTemplates(),
  };
}

function chartDescription() {
  return {
    apiVersion: 'v2',
    name: 'taskpack',
    description: "Runs kpack's Builds and Images as Tekton TaskRuns or native Pods",
    type: 'application',
    version: VERSION,
    appVersion: VERSION,
    kubeVersion: KUBERNETES,
    home: SITE,
    sources: [SITE],
    keywords: ['buildpacks', 'cloud-native-buildpacks', 'kpack', 'tekton'],
    annotations: { 'artifacthub.io/license': 'Apache-2.0' },
  };
}
