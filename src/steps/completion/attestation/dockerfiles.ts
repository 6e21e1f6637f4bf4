import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { fields, list, text } from '../../../core/model/objects/reader.ts';
import { readToml, type TrustedFiles } from './findings.ts';
import type { BuildFindings } from './provenance.ts';

/** detect writes these files, so their size is limited. */
const MAX_BYTES = 1_048_576;

const asGroup = fields({ 'group-extensions': list(fields({ id: text })) });

/**
 * Returns the build.Dockerfiles that the extender has applied (buildpacks/spec, image_extension.md), in the order of group.toml. Image
 * extensions write them in detect, and no later phase can. taskpack-export has refused links and other files in their place.
 */
export async function appliedDockerfiles({ group, generated }: TrustedFiles): Promise<BuildFindings['dockerfiles']> {
  if (group === undefined || generated === undefined) return [];
  const ids = asGroup(await readToml(group, MAX_BYTES))['group-extensions'].flatMap(({ id }) => id ?? []);
  const found = await Promise.all(
    ids.map(async (id) => {
      const content = await readRegular(path.join(generated, id.replaceAll('/', '_'), 'build.Dockerfile'));
      return content === undefined ? [] : [{ id, sha256: createHash('sha256').update(content).digest('hex') }];
    }),
  );
  return found.flat();
}

/** Returns the content of a regular file; `undefined` for another or missing file. Follows no link and waits for no pipe. */
async function readRegular(file: string): Promise<Buffer | undefined> {
  try {
    const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const status = await handle.stat();
      return status.isFile() && status.size <= MAX_BYTES ? await handle.readFile() : undefined;
    } finally {
      await handle.close();
    }
  } catch {
    return undefined;
  }
}
