import { readFile } from 'node:fs/promises';
import { parse } from 'smol-toml';
import { isJsonObject, parseJson, type JsonObject } from '../../../core/model/json.ts';
import { objectAt, objectsAt, textAt } from '../../../core/model/json-field.ts';
import { parseImageReference } from '../../../core/model/image-reference.ts';
import type { BuildFindings } from './provenance.ts';

/** The files of earlier phases that buildpacks cannot write. */
export interface TrustedFiles {
  /** prepare's `project-metadata.toml`. */
  readonly projectMetadata?: string;
  /** The lifecycle's `analyzed.toml`. */
  readonly analyzed?: string;
}

/** Returns the digest of the source that prepare fetched. A missing or other file gives none. */
export async function sourceDigest({ projectMetadata }: TrustedFiles): Promise<Pick<BuildFindings, 'source'>> {
  const source = objectAt(await readToml(projectMetadata), 'source');
  const version = objectAt(source, 'version');
  const [gitCommit, sha256] = [textAt(version, 'commit'), textAt(version, 'sha256sum') ?? textAt(version, 'digest')];
  if (gitCommit !== undefined) return { source: { gitCommit } };
  return sha256 === undefined ? {} : { source: { sha256: sha256.replace(/^sha256:/, '') } };
}

/** Returns the run image that the analyzer resolved to a digest (CNB Platform API, "analyzed.toml"). */
export async function analyzedRunImage({ analyzed }: TrustedFiles): Promise<Pick<BuildFindings, 'runImage'>> {
  const runImage = textAt(objectAt(await readToml(analyzed), 'run-image'), 'reference');
  return runImage === undefined || parseImageReference(runImage)?.digest === undefined ? {} : { runImage };
}

/** Returns the buildpacks that a label of the image names (CNB Platform API, "io.buildpacks.build.metadata"). */
export function buildpacksOf(config: JsonObject): BuildFindings['buildpacks'] {
  return objectsAt(label(config, 'io.buildpacks.build.metadata'), 'buildpacks').flatMap((buildpack) => {
    const [id, version] = [textAt(buildpack, 'id'), textAt(buildpack, 'version')];
    return id === undefined || version === undefined ? [] : [{ id, version }];
  });
}

/** Returns the JSON object in a label, or an empty object. */
export function label(config: JsonObject, name: string): JsonObject {
  const value = parseJson(textAt(objectAt(objectAt(config, 'config'), 'Labels'), name) ?? '');
  return isJsonObject(value) ? value : {};
}

async function readToml(file: string | undefined): Promise<JsonObject> {
  if (file === undefined) return {};
  try {
    // A TOML document without dates and big numbers is JSON.
    const value = parseJson(JSON.stringify(parse(await readFile(file, 'utf8'))));
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}
