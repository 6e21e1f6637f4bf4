import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { makeTelemetry } from '../../../src/cli/controller/telemetry.ts';
import { isTemporary, type GitFailureReason } from '../../../src/git-references/git-error.ts';
import { ALERTS } from '../../../src/install/monitoring/alerts.ts';
import { grafanaDashboard } from '../../../src/install/monitoring/grafana.ts';
import { monitoringFiles } from '../../../src/install/monitoring/monitoring-files.ts';
import { objectAt, objectsAt, textAt } from '../../../src/model/json-field.ts';
import type { JsonObject } from '../../../src/model/json.ts';
import { groupsOf, metricsOf, QUERIES } from '../../support/queries.ts';

/** Prometheus adds these labels to all metrics of a Pod. */
const OF_THE_TARGET = ['job', 'pod'];

describe('the objects for Prometheus and Grafana', () => {
  const health = { caches: () => [], isLeading: () => true };
  const { registry } = makeTelemetry({ logLevel: 'info', lease: '' }, { errors: process.stderr }, health);
  const labels = new Map(registry.getMetricsAsArray().map((metric) => [metric.name, labelNames(metric)]));

  for (const { title, query } of QUERIES) {
    it(`query metrics and labels that the controller has: ${title}`, () => {
      const metrics = metricsOf(query);
      expect(metrics).to.not.deep.equal([]);
      const known = metrics.flatMap(({ name }) => labels.get(name.replace(/_bucket$/, '')) ?? []);
      for (const { name, labels: used } of metrics) {
        const own = labels.get(name.replace(/_bucket$/, ''));
        expect(own, name).to.not.equal(undefined);
        expect([...OF_THE_TARGET, ...(own ?? [])]).to.include.members([...used]);
      }
      expect([...OF_THE_TARGET, 'le', ...known]).to.include.members([...groupsOf(query)]);
    });
  }

  it('count all failures of a git server as a whole', () => {
    const { expression = '' } = ALERTS.find(({ name }) => name === 'TaskpackGitServersFail') ?? {};
    const reasons = /outcome=~"(?<reasons>[^"]*)"/.exec(expression)?.groups?.['reasons']?.split('|') ?? [];
    expect(reasons).to.have.length(3);
    for (const reason of reasons) expect(isTemporary({ reason: reason as GitFailureReason }), reason).to.equal(true);
  });

  it('link each alert to its section of the documentation', () => {
    const page = readFileSync('docs/reference/alerts.md', 'utf8');
    const [rule] = monitoringFiles()['overlays/monitoring/prometheus-rule.yaml'] ?? [];
    const [group] = objectsAt(objectAt(rule ?? {}, 'spec'), 'groups');
    const rules = objectsAt(group ?? {}, 'rules');
    expect(rules).to.have.length(ALERTS.length);
    for (const one of rules) {
      const link = textAt(objectAt(one, 'annotations'), 'runbook_url') ?? '';
      expect(link).to.match(/\/docs\/reference\/alerts\.md#/);
      const anchors = [...page.matchAll(/^## (.*)$/gm)].map(([, heading = '']) => heading.toLowerCase());
      expect(anchors).to.include(link.split('#')[1]);
    }
  });

  it('draw panels with different ids that do not overlap', () => {
    const panels = objectsAt(grafanaDashboard(), 'panels');
    expect(new Set(panels.map(({ id }) => id))).to.have.length(panels.length);
    const cells = panels.flatMap(cellsOf);
    expect(new Set(cells)).to.have.length(cells.length);
    expect(cells.every((cell) => Number(cell.split(' ')[0]) < 24)).to.equal(true);
  });

  it('have the same dashboard in the ConfigMap and in the file for imports', () => {
    const [configMap] = monitoringFiles()['overlays/monitoring/dashboard.yaml'] ?? [];
    const text = textAt(objectAt(configMap ?? {}, 'data'), 'taskpack.json');
    expect(text).to.equal(readFileSync('config/overlays/monitoring/grafana/taskpack.json', 'utf8'));
    expect(JSON.parse(text ?? '')).to.deep.equal(grafanaDashboard());
  });
});

function labelNames(metric: object): readonly string[] {
  return 'labelNames' in metric && Array.isArray(metric.labelNames) ? metric.labelNames.map(String) : [];
}

/** Returns the cells of Grafana's grid that a panel covers. */
function cellsOf(panel: JsonObject): readonly string[] {
  const { x, y, w, h } = objectAt(panel, 'gridPos');
  const [left, top, width, height] = [x, y, w, h].map(Number) as [number, number, number, number];
  return Array.from(
    { length: width * height },
    (_, index) => `${left + (index % width)} ${top + Math.floor(index / width)}`,
  );
}
