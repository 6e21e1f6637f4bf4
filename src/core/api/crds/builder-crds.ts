import { builderV1alpha2 } from '../kpack/builder.ts';
import { clusterBuilder } from '../kpack/cluster-builder.ts';
import { optionalString } from '../optional-fields.ts';
import {
  AGE_COLUMN,
  type Column,
  conditionColumn,
  reasonColumn,
  type ConstrainedFields,
  type CrdDefinition,
} from './crd-definition.ts';
import { isGiven } from './cel-expressions.ts';
import { IMAGE_PATTERN, TAG_CONSTRAINTS } from './image-name-constraints.ts';

const COLUMNS: readonly Column[] = [
  { name: 'LatestImage', jsonPath: '.status.latestImage' },
  conditionColumn('Ready'),
  conditionColumn('UpToDate'),
  reasonColumn('Ready'),
  { name: 'Stack', jsonPath: '.spec.stack.name', priority: 1 },
  { name: 'Lifecycle', jsonPath: '.status.lifecycle.version', priority: 1 },
  AGE_COLUMN,
];

const OTHER_CHOICES = [
  'id',
  'version',
  'name',
  'kind',
  'namespace',
  'uid',
  'apiVersion',
  'resourceVersion',
  'fieldPath',
];
const KINDS = "self.kind in ['Buildpack', 'ClusterBuildpack']";

/**
 * The rules for the order of a builder: kpack's rules, and references by image (kpack's RFC 0009), which kpack rejects.
 * builder-rules.ts checks the same rules in files.
 */
const ORDER_CONSTRAINTS: ConstrainedFields = {
  'spec.order': { maxItems: 128 },
  'spec.order[].group': { maxItems: 128 },
  'spec.order[].group[]': {
    rules: [
      {
        rule: ['id', 'image', 'name', 'kind'].map(isGiven).join(' || '),
        message: 'expected exactly one of id, image and name, got neither',
      },
      {
        rule: `!${isGiven('image')} || !(${OTHER_CHOICES.map(isGiven).join(' || ')})`,
        message: 'must not set fields other than optional beside image: image already identifies the buildpack',
      },
      {
        rule: `${isGiven('image')} || !(${isGiven('name')} || ${isGiven('kind')}) || has(self.kind) && ${KINDS}`,
        message: 'must be one of Buildpack, ClusterBuildpack',
        fieldPath: '.kind',
      },
    ],
  },
  // A pattern instead of a rule: the API server rejects a CEL rule that can run for so many entries as too expensive.
  'spec.order[].group[].image': { pattern: `^$|${IMAGE_PATTERN}` },
};

/** kpack's rules for Builders and ClusterBuilders (builder_validation.go). */
const BUILDER_CONSTRAINTS: ConstrainedFields = {
  'spec.tag': TAG_CONSTRAINTS,
  'spec.stack': {
    rules: [
      {
        rule: "has(self.kind) && self.kind == 'ClusterStack'",
        message: 'must be ClusterStack',
        fieldPath: '.kind',
      },
    ],
  },
  'spec.store': {
    rules: [
      {
        rule: `${isGiven('kind')} ? self.kind == 'ClusterStore' : !${isGiven('name')}`,
        message: 'must be one of ClusterStore',
        fieldPath: '.kind',
      },
    ],
  },
  ...ORDER_CONSTRAINTS,
};

/**
 * The CRD of Builders, which also accepts v1alpha1's field `serviceAccount`. `serviceAccountName` has no default here: the API server
 * would write the default beside `serviceAccount`, and the default would count.
 */
export const BUILDER_CRD: CrdDefinition = {
  kind: 'Builder',
  scope: 'Namespaced',
  shortNames: ['bldr', 'bldrs'],
  columns: COLUMNS,
  spec: builderV1alpha2.shape.spec.extend({ serviceAccountName: optionalString }),
  status: builderV1alpha2.shape.status,
  constraints: BUILDER_CONSTRAINTS,
  others: ['v1alpha1', 'v1alpha3'],
};

/** The CRD of ClusterBuilders. */
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
