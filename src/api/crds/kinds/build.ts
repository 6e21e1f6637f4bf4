import { build } from '../../kpack/build.ts';
import type { CrdDefinition } from '../definition.ts';
import { buildTemplateConstraints } from '../rules/build-template.ts';
import { CACHE_CONSTRAINTS } from '../rules/cache.ts';
import { isGiven } from '../rules/given.ts';
import { OPTIONAL_IMAGE_CONSTRAINTS, TAG_CONSTRAINTS } from '../rules/image-name.ts';
import { SOURCE_CONSTRAINTS } from '../rules/source.ts';
import { conditionColumn } from './columns.ts';

/** Builds, with kpack's rules for them (build_validation.go). */
export const BUILD_CRD: CrdDefinition = {
  kind: 'Build',
  scope: 'Namespaced',
  shortNames: ['cnbbuild', 'cnbbuilds', 'bld', 'blds'],
  columns: [{ name: 'Image', jsonPath: '.status.latestImage' }, conditionColumn('Succeeded')],
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
  others: ['v1alpha1', 'v1alpha3'],
};
