import { require } from './typescript.mjs';

/** Returns the generated manifests in config/: the CustomResourceDefinitions and the dashboard. The others are written by hand. */
export function manifestFiles() {
  const { crdManifests } = require('../src/core/api/crds/manifests.ts');
  const { dashboardConfigMap, dashboardText } = require('../src/install/monitoring/dashboard-files.ts');
  const { formatYaml } = require('../src/core/yaml/format-yaml.ts');
  return [
    ...Object.entries(crdManifests()).map(([file, manifest]) => [
      `config/${file}`,
      () => head('src/core/api') + formatYaml(manifest),
    ]),
    ['config/overlays/monitoring/dashboard.yaml', () => head('src/install') + dashboardConfigMap()],
    // In a folder of its own, because kubectl apply -f FOLDER reads JSON too.
    ['config/overlays/monitoring/grafana/taskpack.json', dashboardText],
  ];
}

function head(source) {
  return `# Written by npm run generate from ${source}; do not edit.\n`;
}
