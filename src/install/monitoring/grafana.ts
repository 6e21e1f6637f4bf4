import type { JsonObject } from '../../core/model/json.ts';
import { LEASE } from '../../core/model/installation-names.ts';
import { ROWS, type Panel } from './panels.ts';

/** Identifies the dashboard in its URL, so that an import replaces it. */
const UID = 'taskpack';

/** Grafana's grid has 24 columns. */
const PANEL = { width: 8, height: 8 };
const COLUMNS = 24 / PANEL.width;

const DATA_SOURCE = { type: 'prometheus', uid: '${datasource}' };

/** Returns the dashboard as Grafana imports it (schema version 39, Grafana 10 and newer). */
export function grafanaDashboard(): JsonObject {
  return {
    uid: UID,
    title: 'taskpack',
    description: 'Builds, Images, sources and the controller of taskpack.',
    tags: ['taskpack', 'kpack', 'buildpacks'],
    schemaVersion: 39,
    editable: true,
    refresh: '1m',
    time: { from: 'now-6h', to: 'now' },
    timezone: 'browser',
    templating: { list: [dataSourceVariable(), jobVariable()] },
    annotations: { list: [] },
    panels: panels(),
  };
}

function dataSourceVariable(): JsonObject {
  return { name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus', current: {} };
}

function jobVariable(): JsonObject {
  // Other controllers have the same metric with the names of their own Leases.
  const query = `label_values(leader_election_master_status{name=~"${LEASE}([.].+)?"}, job)`;
  return {
    name: 'job',
    label: 'Job',
    type: 'query',
    datasource: DATA_SOURCE,
    query: { qryType: 1, query, refId: 'job' },
    definition: query,
    refresh: 2,
    includeAll: true,
    multi: true,
    current: { selected: true, text: ['All'], value: ['$__all'] },
  };
}

/** Each row has a heading of one line. */
function panels(): readonly JsonObject[] {
  const all: JsonObject[] = [];
  let top = 0;
  for (const row of ROWS) {
    all.push({
      id: all.length + 1,
      type: 'row',
      title: row.title,
      collapsed: false,
      gridPos: gridPos(0, top, 24, 1),
      panels: [],
    });
    top += 1;
    for (const [index, panel] of row.panels.entries()) {
      const place = [(index % COLUMNS) * PANEL.width, top + Math.floor(index / COLUMNS) * PANEL.height] as const;
      all.push(timeSeries(panel, all.length + 1, gridPos(...place, PANEL.width, PANEL.height)));
    }
    top += Math.ceil(row.panels.length / COLUMNS) * PANEL.height;
  }
  return all;
}

function gridPos(x: number, y: number, w: number, h: number): JsonObject {
  return { x, y, w, h };
}

function timeSeries(panel: Panel, id: number, place: JsonObject): JsonObject {
  const { title, description, query, legend, unit, isStacked = false } = panel;
  const stacking = { mode: isStacked ? 'normal' : 'none', group: 'A' };
  return {
    id,
    type: 'timeseries',
    title,
    description,
    datasource: DATA_SOURCE,
    gridPos: place,
    fieldConfig: {
      defaults: { unit, min: 0, custom: { fillOpacity: isStacked ? 30 : 0, showPoints: 'never', stacking } },
      overrides: [],
    },
    options: {
      legend: { displayMode: 'list', placement: 'bottom', showLegend: true },
      tooltip: { mode: 'multi', sort: 'desc' },
    },
    targets: [{ refId: 'A', datasource: DATA_SOURCE, expr: query, legendFormat: legend, range: true }],
  };
}
