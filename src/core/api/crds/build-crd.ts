import { REASON_ANNOTATION } from '../../model/image-metadata.ts';
import { build } from '../kpack/build.ts';
import { BUILD_V1ALPHA1_CONVERSIONS } from '../kpack/conversions.ts';
import { AGE_COLUMN, conditionColumn, reasonColumn, type CrdDefinition } from './crd-definition.ts';
import { buildTemplateConstraints, CACHE_CONSTRAINTS, SOURCE_CONSTRAINTS } from './build-template-constraints.ts';
import { isGiven } from './cel-expressions.ts';
import { OPTIONAL_IMAGE_CONSTRAINTS, TAG_CONSTRAINTS } from './image-name-constraints.ts';

/** The CRD of Builds, with kpack's rules (build_validation.go). */
export const BUILD_CRD: CrdDefinition = {
  kind: 'Build',
  scope: 'Namespaced',
  shortNames: ['cnbbuild', 'cnbbuilds', 'bld', 'blds'],
  columns: [
    { name: 'Image', jsonPath: '.status.latestImage' },
    conditionColumn('Succeeded'),
    reasonColumn('Succeeded'),
    { name: 'Failure', jsonPath: '.status.failure.reason' },
    { name: 'Phase', jsonPath: '.status.phase' },
    { name: 'Cause', jsonPath: `.metadata.annotations.${REASON_ANNOTATION.replaceAll('.', '\\.')}`, priority: 1 },
    { name: 'Backend', jsonPath: '.status.backend', priority: 1 },
    AGE_COLUMN,
  ],
  spec: build.shape.spec,
  status: build.shape.status,
  constraints: {
    spec: {
      rules: [{ rule: 'self == oldSelf', message: 'Immutable fields changed', reason: 'FieldValueForbidden' }],
    },
    'spec.tags': { minItems: 1, maxItems: 256 },
    'spec.tags[]': TAG_CONSTRAINTS,
    'spec.builder': {
      rules: [
        {
          rule: `${isGiven('image')} || has(self.ref)`,
          message: 'missing field(s): image, ref',
          reason: 'FieldValueRequired',
        },
        {
          rule: `!(${isGiven('image')} && has(self.ref))`,
          message: 'expected exactly one of image and ref, got both',
        },
      ],
    },
    'spec.builder.image': OPTIONAL_IMAGE_CONSTRAINTS,
    'spec.lastBuild.image': OPTIONAL_IMAGE_CONSTRAINTS,
    'spec.cache': CACHE_CONSTRAINTS,
    ...SOURCE_CONSTRAINTS,
    ...buildTemplateConstraints('spec'),
  },
  v1alpha1Conversions: BUILD_V1ALPHA1_CONVERSIONS,
  others: ['v1alpha1', 'v1alpha3'],
};
