import type { ConstrainedFields } from '../definition.ts';
import { isGiven } from './given.ts';
import { IMAGE_PATTERN } from './image-name.ts';

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

/** Our rules for the order of a builder (`validateOrder`): kpack's, and RFC 9's references by image, which kpack refuses. */
export const ORDER_CONSTRAINTS: ConstrainedFields = {
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
        message: 'must not set further fields beside image, but optional: image names the buildpack by itself',
      },
      {
        rule: `${isGiven('image')} || !(${isGiven('name')} || ${isGiven('kind')}) || has(self.kind) && ${KINDS}`,
        message: 'must be one of Buildpack, ClusterBuildpack',
        fieldPath: '.kind',
      },
    ],
  },
  // A rule could cost too much in so many places.
  'spec.order[].group[].image': { pattern: `^$|${IMAGE_PATTERN}` },
};
