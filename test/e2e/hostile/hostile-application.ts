import path from 'node:path';
import type { BuildPaths } from './build-paths.ts';
import type { HostileBed } from './hostile-bed.ts';
import { WAITER_OF_THE_SOURCE } from './changed-builder.ts';
import { FALSE_WAITER } from './false-waiter.ts';
import { FOREIGN_LAYER, HOSTILE_ID } from './hostile-buildpack.ts';

/** The labels of the lifecycle that a buildpack tries to override by labels of launch.toml. */
const FORGED_LABELS = {
  'project-label': 'io.buildpacks.project.metadata',
  'lifecycle-label': 'io.buildpacks.lifecycle.metadata',
  'build-label': 'io.buildpacks.build.metadata',
} as const;

type LabelAttack = keyof typeof FORGED_LABELS;

/** An attack that an application asks for, or that an image makes: `lifecycle`, `covered`, `linked`, `shown-by-*` and `early-by-*`. */
export type Attack =
  | 'login'
  | 'helper'
  | 'foreign'
  | 'planted'
  | 'project'
  | 'shown'
  | 'shown-by-the-previous-image'
  | 'shown-by-the-cache'
  | 'links'
  | 'early-by-the-previous-image'
  | 'early-by-the-cache'
  | 'early'
  | 'killed'
  | 'changed'
  | 'results'
  | 'failing'
  | 'artifacts'
  | 'redirected'
  | 'answering'
  | 'identity'
  | 'covered'
  | 'linked'
  | 'lifecycle'
  | LabelAttack;

/** A value that only an attack can put into the image's project metadata. */
export const FORGED_PROJECT = 'canary-of-a-forged-commit';

/** Returns a value that only an attack can put into the label. */
export function forgedLabel(attack: LabelAttack): string {
  return `canary-of-a-forged-${attack}`;
}

/** Returns the files of an application that makes the hostile buildpacks try the attacks. */
export function applicationFiles(
  bed: HostileBed,
  attacks: readonly Attack[],
  paths: BuildPaths,
): Readonly<Record<string, string>> {
  const { login, analyzed, projectMetadata, mark, hold, ended } = paths;
  const variables = {
    ATTACKS: `'${attacks.join(' ')}'`,
    LOGIN: login,
    LOGIN_PARENT: path.dirname(login),
    ANALYZED: analyzed,
    ANALYZED_PARENT: path.dirname(analyzed),
    PROJECT_METADATA: projectMetadata,
    MARK: mark,
    HOLD: hold,
    ANALYZE_ENDED: ended.analyze,
    RESTORE_ENDED: ended.restore,
  };
  const labels = attacks.filter((attack): attack is LabelAttack => attack in FORGED_LABELS);
  return {
    'hostile.env': Object.entries(variables)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
    'forged-analyzed': forgedAnalyzed(bed),
    'forged-project': `[source]\ntype = "git"\n[source.version]\ncommit = "${FORGED_PROJECT}"\n`,
    'forged-launch.toml': labels.map(labelToml).join(''),
    ...(attacks.includes('linked') && { [WAITER_OF_THE_SOURCE]: FALSE_WAITER }),
  };
}

/** Returns an analyzed.toml that names another repository as the previous image, which has the buildpack's layer. */
export function forgedAnalyzed({ foreign, builders }: HostileBed): string {
  return `[image]
reference = "${foreign.reference}"

[[metadata.buildpacks]]
key = "${HOSTILE_ID}"
version = "1.0.0"

[metadata.buildpacks.layers.${FOREIGN_LAYER}]
sha = "${foreign.diffId}"
launch = true

[run-image]
reference = "${builders.runImage}"
`;
}

function labelToml(attack: LabelAttack): string {
  const value = JSON.stringify({ forged: forgedLabel(attack) });
  return `[[labels]]\nkey = "${FORGED_LABELS[attack]}"\nvalue = ${JSON.stringify(value)}\n`;
}
