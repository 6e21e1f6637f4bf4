import type { ConstrainedFields } from '../definition.ts';
import { isGiven } from './given.ts';
import { TAG_CONSTRAINTS } from './image-name.ts';
import { ORDER_CONSTRAINTS } from './order.ts';

/** kpack's rules for a Builder or ClusterBuilder (builder_validation.go). */
export const BUILDER_CONSTRAINTS: ConstrainedFields = {
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
