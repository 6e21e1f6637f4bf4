import { markdownTable } from './markdown-table.mjs';
import { require } from './typescript.mjs';

const CHART = 'config/helm/taskpack';

const README = `<!-- Written by npm run generate from src/install/helm; do not edit. -->

# taskpack

This chart installs the controller of [taskpack](https://github.com/taskpack/taskpack), which runs kpack's Builds and Images as Tekton
TaskRuns or native Pods. A cluster has one installation, because the definitions and roles have fixed names.

## Install

The images are not published yet. [Push them](https://github.com/taskpack/taskpack/blob/main/docs/how-to/install-the-controller.md#1-push-the-images)
to a registry, and name the registry:

\`\`\`console
$ helm install taskpack config/helm/taskpack -n taskpack --create-namespace --set images.registry=registry.example.com/taskpack
$ kubectl label namespace taskpack pod-security.kubernetes.io/enforce=restricted
\`\`\`

The objects are those of \`taskpack install\`, except the Namespace: Helm creates it, and the label above restricts it.

If the cluster already has the definitions, from kpack or from \`kubectl apply\`, Helm refuses to adopt them. Add
\`--take-ownership\` (Helm 3.17 or newer).

## Upgrade

\`\`\`console
$ helm upgrade taskpack config/helm/taskpack -n taskpack --reset-then-reuse-values
\`\`\`

The upgrade also changes the custom resource definitions. A changed setting starts new Pods of the controller.

## Uninstall

\`\`\`console
$ helm uninstall taskpack -n taskpack
\`\`\`

Helm keeps the custom resource definitions, and so all Builds, Images and Builders. Wait for running Builds first, because
no controller updates their statuses afterwards. To also delete the definitions and all these objects:

\`\`\`console
$ kubectl get crds -o name | grep '\\.kpack\\.io$' | xargs kubectl delete
\`\`\`

The namespace stays, too, with the Lease of the controller and with Secrets that you created in it.

## Values

A value that is not in this table is an error. An empty setting is not set.

`;

/** Returns the generated files of the Helm chart. */
export function helmChartFiles() {
  const { chartFiles } = require('../src/install/helm/chart-files.ts');
  const { valueRows } = require('../src/install/helm/values-files.ts');
  const { chartValues } = require('../src/install/helm/values.ts');
  return [
    ...Object.entries(chartFiles()).map(([file, text]) => [`${CHART}/${file}`, () => text]),
    [`${CHART}/README.md`, () => README + markdownTable(['value', 'default', 'meaning'], valueRows(chartValues()))],
  ];
}
