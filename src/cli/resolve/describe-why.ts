import type { Why } from '../../buildpacks/choice.ts';

/** Why this version, as a person asks it. */
export function describeWhy(why: Why): string {
  switch (why.kind) {
    case 'exact':
      return 'version given';
    case 'only':
      return 'only version';
    case 'highest':
      return `highest of ${why.of} versions`;
    case 'range':
      return `highest of ${why.of} versions in ${why.range}`;
  }
}
