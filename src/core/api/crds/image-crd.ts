import { image } from '../kpack/image.ts';
import { IMAGE_V1ALPHA1_CONVERSIONS } from '../kpack/conversions.ts';
import {
  AGE_COLUMN,
  conditionColumn,
  reasonColumn,
  type ConstrainedFields,
  type Constraints,
  type CrdDefinition,
} from './crd-definition.ts';
import { buildTemplateConstraints, CACHE_CONSTRAINTS, SOURCE_CONSTRAINTS } from './build-template-constraints.ts';
import { isGiven, textOf } from './cel-expressions.ts';
import { registryOf, TAG_CONSTRAINTS } from './image-name-constraints.ts';

const HISTORY_LIMIT: Constraints = {
  rules: [{ rule: 'self >= 1', message: 'build history limit must be greater than 0' }],
};

/** A Build has at most 256 tags: these, the tag of the Image and the one with the build number. */
const MAX_ADDITIONAL_TAGS = 254;

// Kubernetes can enlarge a claim, but it cannot shrink a claim or change its storage class.
const VOLUME: ConstrainedFields = {
  'spec.cache.volume': {
    rules: [
      {
        rule: `!has(self.size) || !has(oldSelf.size) || ${textOf('self.storageClassName')} == ${textOf('oldSelf.storageClassName')}`,
        message: 'Immutable field changed',
        fieldPath: '.storageClassName',
        reason: 'FieldValueForbidden',
      },
    ],
  },
  'spec.cache.volume.size': {
    rules: [
      {
        rule: 'quantity(string(self)).compareTo(quantity(string(oldSelf))) >= 0',
        message: 'Field cannot be decreased',
      },
    ],
  },
};

/** The CRD of Images, with kpack's rules (image_validation.go). */
export const IMAGE_CRD: CrdDefinition = {
  kind: 'Image',
  scope: 'Namespaced',
  shortNames: ['cnbimage', 'cnbimages', 'img', 'imgs'],
  columns: [
    { name: 'LatestImage', jsonPath: '.status.latestImage' },
    conditionColumn('Ready'),
    reasonColumn('Ready'),
    { name: 'Build', jsonPath: '.status.latestBuildRef', priority: 1 },
    { name: 'Cause', jsonPath: '.status.latestBuildReason', priority: 1 },
    { name: 'Builder', jsonPath: '.spec.builder.name', priority: 1 },
    AGE_COLUMN,
  ],
  spec: image.shape.spec,
  status: image.shape.status,
  constraints: {
    '': {
      rules: [
        {
          rule: 'self.metadata.name.size() <= 63',
          message: 'invalid image name: metadata.name must be a valid label, of no more than 63 characters',
        },
      ],
    },
    spec: {
      rules: [
        {
          rule: `!has(self.additionalTags) || self.additionalTags.all(each, ${registryOf('each')} == ${registryOf('self.tag')})`,
          message: 'all additionalTags must have the same registry as tag',
          fieldPath: '.additionalTags',
        },
      ],
    },
    'spec.tag': {
      ...TAG_CONSTRAINTS,
      rules: [
        ...(TAG_CONSTRAINTS.rules ?? []),
        { rule: 'self == oldSelf', message: 'Immutable field changed', reason: 'FieldValueForbidden' },
      ],
    },
    'spec.additionalTags': { maxItems: MAX_ADDITIONAL_TAGS },
    'spec.additionalTags[]': TAG_CONSTRAINTS,
    'spec.builder': {
      rules: [
        {
          rule: "has(self.kind) && self.kind in ['Builder', 'ClusterBuilder']",
          message: 'must be one of Builder, ClusterBuilder',
          fieldPath: '.kind',
        },
      ],
    },
    'spec.failedBuildHistoryLimit': HISTORY_LIMIT,
    'spec.successBuildHistoryLimit': HISTORY_LIMIT,
    'spec.build.creationTime': {
      rules: [
        {
          rule: "self in ['', 'now'] || self.matches('^[+-]?[0-9]{1,18}$')",
          message: "must be 'now' or a time in seconds since 1970",
        },
      ],
    },
    'spec.cosign.annotations[]': {
      rules: ['name', 'value'].map((field) => ({
        rule: isGiven(field),
        message: `missing field(s): ${field}`,
        reason: 'FieldValueRequired',
      })),
    },
    'spec.cache': CACHE_CONSTRAINTS,
    ...VOLUME,
    ...SOURCE_CONSTRAINTS,
    ...buildTemplateConstraints('spec.build'),
  },
  v1alpha1Conversions: IMAGE_V1ALPHA1_CONVERSIONS,
  others: ['v1alpha1'],
};
