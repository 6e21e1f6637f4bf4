import { CONTROLLER_NAMESPACE, LABELS } from '../../core/model/installation-names.ts';
import { formatYaml } from '../../core/yaml/format-yaml.ts';
import { grafanaDashboard } from './grafana.ts';

/** Returns the text of the dashboard's file, as Grafana imports it. */
export function dashboardText(): string {
  return `${JSON.stringify(grafanaDashboard(), undefined, 2)}\n`;
}

/** Returns a ConfigMap with the dashboard. Grafana's sidecar (kube-prometheus-stack) loads dashboards from ConfigMaps with its label. */
export function dashboardConfigMap(): string {
  return formatYaml({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name: 'taskpack-dashboard',
      namespace: CONTROLLER_NAMESPACE,
      labels: { ...LABELS, grafana_dashboard: '1' },
    },
    data: { 'taskpack.json': dashboardText() },
  });
}
