import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { makeTelemetry } from '../../../src/cli/controller/telemetry.ts';
import { isTemporary, type GitFailureReason } from '../../../src/clients/git/references/git-error.ts';
import { grafanaDashboard } from '../../../src/install/monitoring/grafana.ts';
import { objectAt, objectsAt, textAt } from '../../support/json-field.ts';
import type { JsonObject } from '../../../src/core/model/json.ts';
import { installed } from '../../support/manifests.ts';
import { ALERTS, groupsOf, metricsOf, QUERIES } from '../../support/queries.ts';

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
    const alert = ALERTS.find((rule) => rule['alert'] === 'TaskpackGitServersFail');
    const expression = textAt(alert ?? {}, 'expr') ?? '';
    const reasons = /outcome=~"(?<reasons>[^"]*)"/.exec(expression)?.groups?.['reasons']?.split('|') ?? [];
    expect(reasons).to.have.length(3);
    for (const reason of reasons) expect(isTemporary({ reason: reason as GitFailureReason }), reason).to.equal(true);
  });

  it('have a section of the documentation for each alert, which the alert links', () => {
    const [, ...sections] = readFileSync('docs/reference/alerts.md', 'utf8').split('\n## ');
    expect(sections).to.have.length(ALERTS.length);
    for (const [index, rule] of ALERTS.entries()) {
      const [name, expression, holdsFor] = ['alert', 'expr', 'for'].map((field) => textAt(rule, field) ?? '');
      const severity = textAt(objectAt(rule, 'labels'), 'severity');
      expect(sections[index]).to.match(new RegExp(`^${name}\n`));
      expect(sections[index]).to.include(`Fires with severity \`${severity}\` if this holds for ${holdsFor}:`);
      expect(sections[index]).to.include(`\`\`\`promql\n${expression}\n\`\`\``);
      const link = textAt(objectAt(rule, 'annotations'), 'runbook_url');
      expect(link).to.match(new RegExp(`/docs/reference/alerts\\.md#${name?.toLowerCase()}$`));
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
    const [configMap] = installed('overlays/monitoring/dashboard.yaml');
    const text = textAt(objectAt(configMap as JsonObject, 'data'), 'taskpack.json');
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
