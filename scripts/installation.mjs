import { require } from './typescript.mjs';

const HEAD = '# Written by npm run generate from src/install; do not edit.\n';

/** The only manifest that is not generated: users choose its image. */
const DEFAULT_LIFECYCLE = 'overlays/default-lifecycle/clusterlifecycle.yaml';

/** Returns the files of config/ that install taskpack, with its overlays, but not the resource definitions. */
export function installationFiles() {
  const { installationFiles: files } = require('../src/install/installation.ts');
  const { crdManifests } = require('../src/api/crds/manifests.ts');
  const { highAvailabilityFiles } = require('../src/install/high-availability.ts');
  const { kustomizationFiles } = require('../src/install/kustomization.ts');
  const { networkPolicyFiles } = require('../src/install/network-policies.ts');
  const { openShiftFiles } = require('../src/install/openshift.ts');
  const { warmNodesFiles } = require('../src/install/warm-nodes.ts');
  const { webhooksServiceFiles } = require('../src/install/webhooks-service.ts');
  const { DASHBOARD_FILE, dashboardText, monitoringFiles } = require('../src/install/monitoring/monitoring-files.ts');
  const { DEFAULT_SETTINGS } = require('../src/settings/settings.ts');
  const { formatYaml } = require('../src/yaml/format-yaml.ts');
  const { images } = DEFAULT_SETTINGS;
  const manifestFiles = {
    ...files(images),
    ...networkPolicyFiles(),
    ...monitoringFiles(),
    ...warmNodesFiles(),
    ...highAvailabilityFiles(),
    ...openShiftFiles(),
    ...webhooksServiceFiles(),
  };
  const paths = [...Object.keys(manifestFiles), ...Object.keys(crdManifests()), DEFAULT_LIFECYCLE];
  return [
    ...Object.entries(kustomizationFiles(paths)).map(([file, content]) => [
      `config/${file}`,
      () => HEAD + formatYaml(content),
    ]),
    ...Object.entries(manifestFiles).map(([file, manifests]) => [
      `config/${file}`,
      () => HEAD + manifests.map((manifest) => formatYaml(manifest)).join('---\n'),
    ]),
    [`config/${DASHBOARD_FILE}`, dashboardText],
  ];
}
