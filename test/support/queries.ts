import { ALERTS } from '../../src/install/monitoring/alerts.ts';
import { ROWS } from '../../src/install/monitoring/panels.ts';

/** A query of an alert or of the dashboard. */
export interface NamedQuery {
  readonly title: string;
  readonly query: string;
}

/** All queries. Those of the dashboard have values in place of Grafana's variables. */
export const QUERIES: readonly NamedQuery[] = [
  ...ALERTS.map(({ name, expression }) => ({ title: `alert ${name}`, query: expression })),
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
