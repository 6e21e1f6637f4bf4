import type { ResolvedBuild } from '../../src/model/resolved-build.ts';
import { HOME_ENV } from './environment.ts';
import { INPUTS, INPUTS_FILE } from './inputs-volume.ts';
import { HOME, REPORT, REPORT_FILE } from './mounts.ts';
import type { OwnPrograms } from './own-programs.ts';
import type { Phase } from './phase.ts';
import { signingMounts } from './secrets.ts';

/** Signs the image and reports what was made. Where the report goes is the backend's to add. */
export function completion(build: ResolvedBuild, programs: OwnPrograms): Phase {
  return {
    name: 'completion',
    image: programs.image,
    command: programs.completion,
    args: [`-inputs=${INPUTS_FILE}`, `-report=${REPORT_FILE}`],
    env: [HOME_ENV],
    mounts: [...signingMounts(build.credentials), INPUTS, HOME, REPORT],
    credentials: ['registry', 'signing'],
    trusted: true,
  };
}
