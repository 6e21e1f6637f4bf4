import type { Constraints } from '../definition.ts';

/** kpack's rule for the caches of Builds and Images. */
export const CACHE_CONSTRAINTS: Constraints = {
  rules: [{ rule: '!has(self.volume) || !has(self.registry)', message: 'only one type of cache can be specified' }],
};
