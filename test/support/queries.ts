import { ROWS } from '../../src/install/monitoring/panels.ts';
import { objectAt, objectsAt, textAt } from './json-field.ts';
import type { JsonObject } from '../../src/core/model/json.ts';
import { installed } from './manifests.ts';

/** A query of an alert or of the dashboard. */
export interface NamedQuery {
  readonly title: string;
  readonly query: string;
}

/** The alerts of the PrometheusRule, as Prometheus writes them. */
export const ALERTS: readonly JsonObject[] = installed('overlays/monitoring/prometheus-rule.yaml')
  .flatMap((rule) => objectsAt(objectAt(rule as JsonObject, 'spec'), 'groups'))
  .flatMap((group) => objectsAt(group, 'rules'));

/** All queries. Those of the dashboard have values in place of Grafana's variables. */
export const QUERIES: readonly NamedQuery[] = [
  ...ALERTS.map((rule) => ({ title: `alert ${textAt(rule, 'alert')}`, query: textAt(rule, 'expr') ?? '' })),
  ...ROWS.flatMap(({ panels }) => panels).map(({ title, query }) => ({
    title: `panel ${title}`,
    query: query.replaceAll('$job', '.+').replaceAll('$__rate_interval', '1m'),
  })),
];

/** A metric in a query, with the labels that the query selects by. */
export interface QueriedMetric {
  readonly name: string;
  readonly labels: readonly string[];
}

const METRIC =
  /\b(?<name>(?:taskpack|controller_runtime|leader_election|workqueue|rest_client|process)_\w+)(?:\{(?<selectors>[^}]*)\})?/g;

/** Returns the metrics that a query names. */
export function metricsOf(query: string): readonly QueriedMetric[] {
  return [...query.matchAll(METRIC)].map(({ groups: { name = '', selectors = '' } = {} }) => ({
    name,
    labels: [...selectors.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].flatMap(([, label]) => label ?? []),
  }));
}

/** Returns the labels by which a query groups. */
export function groupsOf(query: string): readonly string[] {
  return [...query.matchAll(/\bby \((?<labels>[^)]*)\)/g)].flatMap(
    ({ groups }) => groups?.['labels']?.split(', ') ?? [],
  );
}
