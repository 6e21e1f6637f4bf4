import type { ConstrainedFields } from '../definition.ts';
import { IMAGE_CONSTRAINTS } from './image-name.ts';

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
