import { builderV1alpha2 } from '../../kpack/builder-versions.ts';
import { clusterBuilder } from '../../kpack/cluster-builder.ts';
import type { Column, CrdDefinition } from '../definition.ts';
import { BUILDER_CONSTRAINTS } from '../rules/builder.ts';
import { conditionColumn } from './columns.ts';

const COLUMNS: readonly Column[] = [
  { name: 'LatestImage', jsonPath: '.status.latestImage' },
  conditionColumn('Ready'),
  conditionColumn('UpToDate'),
];

/** Builders, which may name their service account as in v1alpha1. */
export const BUILDER_CRD: CrdDefinition = {
  kind: 'Builder',
  scope: 'Namespaced',
  shortNames: ['bldr', 'bldrs'],
  columns: COLUMNS,
  spec: builderV1alpha2.shape.spec,
  status: builderV1alpha2.shape.status,
  constraints: BUILDER_CONSTRAINTS,
  others: ['v1alpha1', 'v1alpha3'],
};

/** ClusterBuilders. */
export const CLUSTER_BUILDER_CRD: CrdDefinition = {
  kind: 'ClusterBuilder',
  scope: 'Cluster',
  shortNames: ['clstbldr', 'clstbldrs'],
  columns: COLUMNS,
  spec: clusterBuilder.shape.spec,
  status: clusterBuilder.shape.status,
  constraints: BUILDER_CONSTRAINTS,
  others: ['v1alpha1', 'v1alpha3'],
};
