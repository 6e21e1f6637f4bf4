import { require } from './typescript.mjs';

/** Returns the exports of src/core/model/program-versions.ts, and of version.ts beside it. */
export function programVersions() {
  return { ...require('../src/core/model/program-versions.ts'), ...require('../src/core/model/version.ts') };
}
