import { buildpack } from '../kpack/buildpack.ts';
import { clusterBuildpack } from '../kpack/cluster-buildpack.ts';
import { clusterLifecycle } from '../kpack/cluster-lifecycle.ts';
import { clusterStack } from '../kpack/cluster-stack.ts';
import { clusterStore } from '../kpack/cluster-store.ts';
import { AGE_COLUMN, conditionColumn, reasonColumn, type CrdDefinition } from './crd-definition.ts';
import { IMAGE_CONSTRAINTS } from './image-name-constraints.ts';

const COLUMNS = [conditionColumn('Ready'), reasonColumn('Ready'), AGE_COLUMN];

/** The CRDs of the resources that builders are made of: buildpacks, stores, stacks and lifecycles. */
export const PART_CRDS: readonly CrdDefinition[] = [
  {
    kind: 'Buildpack',
    scope: 'Namespaced',
    shortNames: ['bp', 'bps'],
    columns: COLUMNS,
    spec: buildpack.shape.spec,
    status: buildpack.shape.status,
    constraints: { 'spec.image': IMAGE_CONSTRAINTS },
    others: ['v1alpha3'],
  },
  {
    kind: 'ClusterBuildpack',
    scope: 'Cluster',
    shortNames: ['clstbp', 'clstbps'],
    columns: COLUMNS,
    spec: clusterBuildpack.shape.spec,
    status: clusterBuildpack.shape.status,
    constraints: { 'spec.image': IMAGE_CONSTRAINTS },
    others: ['v1alpha3'],
  },
  {
    kind: 'ClusterStore',
    scope: 'Cluster',
    shortNames: [],
    columns: COLUMNS,
    spec: clusterStore.shape.spec,
    status: clusterStore.shape.status,
    constraints: {
      'spec.sources': { minItems: 1, maxItems: 256 },
      'spec.sources[].image': IMAGE_CONSTRAINTS,
    },
    others: ['v1alpha1'],
  },
  {
    kind: 'ClusterStack',
    scope: 'Cluster',
    shortNames: [],
    columns: COLUMNS,
    spec: clusterStack.shape.spec,
    status: clusterStack.shape.status,
    constraints: { 'spec.buildImage.image': IMAGE_CONSTRAINTS, 'spec.runImage.image': IMAGE_CONSTRAINTS },
    others: ['v1alpha1'],
  },
  {
    kind: 'ClusterLifecycle',
    scope: 'Cluster',
    shortNames: [],
    columns: COLUMNS,
    spec: clusterLifecycle.shape.spec,
    status: clusterLifecycle.shape.status,
    constraints: { 'spec.image': IMAGE_CONSTRAINTS },
    others: [],
  },
];
