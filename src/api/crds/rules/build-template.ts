import type { ConstrainedFields, Rule } from '../definition.ts';
import { isGiven } from './given.ts';

const MOST_NAMES = 256;
const NAME_RULE: Rule = {
  rule: "self.matches('^[a-z0-9.-]{1,253}$')",
  message: "must be at most 253 characters of a-z, 0-9, '-' and '.'",
};

/** kpack's rules for what a Build and the `build` of an Image share, by the path of where that is. */
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
    [`${path}.env[].valueFrom`]: {
      rules: [
        {
          rule: '!has(self.secretKeyRef)',
          message: 'secretKeyRef is not supported for build environment variables',
          fieldPath: '.secretKeyRef',
          reason: 'FieldValueForbidden',
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
      maxItems: MOST_NAMES,
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
