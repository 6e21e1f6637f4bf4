import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { stringify } from 'smol-toml';
import { oneLine } from '../../core/model/one-line.ts';
import { buildpackName, hasSystemFile, type SystemBuildpacks } from '../../core/model/system-buildpacks.ts';

/**
 * Writes system.toml into the platform directory (buildpacks/spec, platform.md, system.toml), and prints which buildpacks every
 * group gets, and which optional ones the Build runs without.
 */
export async function writeSystemBuildpacks(
  platform: string,
  buildpacks: SystemBuildpacks,
  log: (line: string) => void,
): Promise<void> {
  const { pre, post, skipped } = buildpacks;
  for (const line of skipped) log(`warning: ${line}`);
  if (!hasSystemFile(buildpacks)) return;
  if (pre.length > 0) log(`Buildpacks before each group: ${namesOf(pre)}`);
  if (post.length > 0) log(`Buildpacks after each group: ${namesOf(post)}`);
  const system = { pre: { buildpacks: pre }, post: { buildpacks: post } };
  await writeFile(path.join(platform, 'system.toml'), stringify({ system }), { mode: 0o644 });
}

/** Returns the names for one line of the log. A version can come from the builder's label, which can contain line breaks. */
function namesOf(buildpacks: SystemBuildpacks['pre']): string {
  return buildpacks.map((buildpack) => oneLine(buildpackName(buildpack))).join(', ');
}
