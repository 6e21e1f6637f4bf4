import type { ConstrainedFields, Constraints, Rule } from './crd-definition.ts';
import { isGiven } from './cel-expressions.ts';
import { IMAGE_CONSTRAINTS } from './image-name-constraints.ts';

const MAX_NAMES = 256;
const NAME_RULE: Rule = {
  rule: "self.matches('^[a-z0-9.-]{1,253}$')",
  message: "must be at most 253 characters of a-z, 0-9, '-' and '.'",
};

/**
 * Returns kpack's rules for the fields that Builds and the `spec.build` of Images share. `path` is the parent of the
 * fields.
 */
export function buildTemplateConstraints(path: string): ConstrainedFields {
  return {
    ...uniqueNames(`${path}.services`, 'service'),
    ...uniqueNames(`${path}.cnbBindings`, 'binding'),
    [`${path}.cnbBindings[]`]: {
      rules: [
        {
          rule: `has(self.metadataRef) && ${isGiven('metadataRef.name')}`,
          message: 'missing field(s): metadataRef.name',
          reason: 'FieldValueRequired',
        },
      ],
    },
    [`${path}.nodeSelector`]: {
      rules: [
        {
          rule: "!('kubernetes.io/os' in self)",
          message: 'must not have the key kubernetes.io/os: os is determined automatically',
        },
      ],
    },
  };
}

function uniqueNames(path: string, noun: string): ConstrainedFields {
  return {
    [path]: {
      maxItems: MAX_NAMES,
      rules: [
        {
          rule: 'self.all(one, self.exists_one(other, other.name == one.name))',
          message: `duplicate ${noun} name`,
        },
      ],
    },
    [`${path}[].name`]: { maxLength: 253, rules: [NAME_RULE] },
  };
}

/** kpack's rules for a source (source_validation.go). */
export const SOURCE_CONSTRAINTS: ConstrainedFields = {
  'spec.source': {
    rules: [
      {
        rule: 'has(self.blob) || has(self.git) || has(self.registry)',
        message: 'expected exactly one of blob, git and registry, got neither',
      },
      {
        rule: '[has(self.blob), has(self.git), has(self.registry)].filter(given, given).size() <= 1',
        message: 'expected exactly one of blob, git and registry, got both',
      },
    ],
  },
  'spec.source.blob.auth': {
    rules: [{ rule: "self in ['', 'helper', 'secret']", message: "must be one of '', 'helper', or 'secret'" }],
  },
  'spec.source.blob.stripComponents': {
    rules: [{ rule: 'self >= 0', message: 'expected positive integer' }],
  },
  'spec.source.registry.image': IMAGE_CONSTRAINTS,
};

/** kpack's rule for the caches of Builds and Images: at most one kind. */
export const CACHE_CONSTRAINTS: Constraints = {
  rules: [{ rule: '!has(self.volume) || !has(self.registry)', message: 'only one type of cache can be specified' }],
};
