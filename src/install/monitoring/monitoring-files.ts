import type { JsonObject } from '../../model/json.ts';
import type { Manifest } from '../manifest.ts';
import { DEPLOYMENT, LABELS, CONTROLLER_NAMESPACE } from '../../model/installation-names.ts';
import { ALERTS, type Alert } from './alerts.ts';
import { grafanaDashboard } from './grafana.ts';

const FOLDER = 'overlays/monitoring';

/** The dashboard as Grafana imports it. In a folder of its own, because `kubectl apply -f FOLDER` reads JSON too. */
export const DASHBOARD_FILE = `${FOLDER}/grafana/taskpack.json`;

const RUNBOOK = 'https://github.com/taskpack/taskpack/blob/main/docs/reference/alerts.md';

/** Returns the optional objects for Prometheus and Grafana by their file in `config/`. */
export function monitoringFiles(): Readonly<Record<string, readonly Manifest[]>> {
  return {
    [`${FOLDER}/pod-monitor.yaml`]: [podMonitor()],
    [`${FOLDER}/prometheus-rule.yaml`]: [prometheusRule()],
    [`${FOLDER}/dashboard.yaml`]: [dashboardConfigMap()],
  };
}

/** Returns the text of the dashboard's file. */
export function dashboardText(): string {
  return `${JSON.stringify(grafanaDashboard(), undefined, 2)}\n`;
}

function podMonitor(): Manifest {
  return {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PodMonitor',
    metadata: { name: DEPLOYMENT, namespace: CONTROLLER_NAMESPACE, labels: LABELS },
    spec: { selector: { matchLabels: LABELS }, podMetricsEndpoints: [{ port: 'metrics', interval: '30s' }] },
  };
}

function prometheusRule(): Manifest {
  return {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: DEPLOYMENT, namespace: CONTROLLER_NAMESPACE, labels: LABELS },
    spec: { groups: [{ name: 'taskpack', rules: ALERTS.map(alertRule) }] },
  };
}

function alertRule({ name, severity, expression, holdsFor, summary, description }: Alert): JsonObject {
  return {
    alert: name,
    expr: expression,
    for: holdsFor,
    labels: { severity },
    annotations: { summary, description, runbook_url: `${RUNBOOK}#${name.toLowerCase()}` },
  };
}

/** Grafana's sidecar (kube-prometheus-stack) loads dashboards from ConfigMaps with this label. */
function dashboardConfigMap(): Manifest {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name: 'taskpack-dashboard',
      namespace: CONTROLLER_NAMESPACE,
      labels: { ...LABELS, grafana_dashboard: '1' },
    },
    data: { 'taskpack.json': dashboardText() },
  };
}
