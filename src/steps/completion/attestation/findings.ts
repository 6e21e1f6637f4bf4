import { readFile, stat } from 'node:fs/promises';
import { parse } from 'smol-toml';
import { parseJson, type Json, type JsonObject } from '../../../core/model/json.ts';
import { parseImageReference } from '../../../core/model/image-reference.ts';
import { asImageConfig } from '../../../core/model/objects/image-config.ts';
import { fields, list, text } from '../../../core/model/objects/reader.ts';
import type { BuildFindings } from './provenance.ts';

/** The files of earlier phases that no later phase can write. Buildpacks cannot write the first two at all. */
export interface TrustedFiles {
  /** prepare's `project-metadata.toml`. */
  readonly projectMetadata?: string;
  /** The lifecycle's `analyzed.toml`. */
  readonly analyzed?: string;
  /** The lifecycle's `group.toml`, and the directory with the output of image extensions. Present if they may extend the build image. */
  readonly group?: string;
  readonly generated?: string;
}

const asProjectMetadata = fields({
  source: fields({ version: fields({ commit: text, sha256sum: text, digest: text }) }),
});

/** Returns the digest of the source that prepare fetched. A missing or other file gives none. */
export async function sourceDigest({ projectMetadata }: TrustedFiles): Promise<Pick<BuildFindings, 'source'>> {
  const { commit, digest, sha256sum = digest } = asProjectMetadata(await readToml(projectMetadata)).source.version;
  if (commit !== undefined) return { source: { gitCommit: commit } };
  return sha256sum === undefined ? {} : { source: { sha256: sha256sum.replace(/^sha256:/, '') } };
}

const asAnalyzed = fields({ 'run-image': fields({ reference: text }) });

/** Returns the run image that the analyzer resolved to a digest (CNB Platform API, "analyzed.toml"). */
export async function analyzedRunImage({ analyzed }: TrustedFiles): Promise<Pick<BuildFindings, 'runImage'>> {
  const runImage = asAnalyzed(await readToml(analyzed))['run-image'].reference;
  return runImage === undefined || parseImageReference(runImage)?.digest === undefined ? {} : { runImage };
}

const asBuildMetadata = fields({ buildpacks: list(fields({ id: text, version: text })) });

/** Returns the buildpacks that a label of the image names (CNB Platform API, "io.buildpacks.build.metadata"). */
export function buildpacksOf(config: JsonObject): BuildFindings['buildpacks'] {
  return asBuildMetadata(label(config, 'io.buildpacks.build.metadata')).buildpacks.flatMap(({ id, version }) =>
    id === undefined || version === undefined ? [] : [{ id, version }],
  );
}

/** Returns the JSON in a label of an image; `undefined` if the label is absent or invalid. */
export function label(config: JsonObject, name: string): Json | undefined {
  return parseJson(asImageConfig(config).config.Labels.get(name) ?? '');
}

/** Returns a TOML file as JSON; `undefined` if the file is absent, invalid or larger than `maxBytes`. */
export async function readToml(
  file: string | undefined,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<Json | undefined> {
  if (file === undefined) return undefined;
  try {
    if ((await stat(file)).size > maxBytes) return undefined;
    // A TOML document without dates and big numbers is JSON.
    return parseJson(JSON.stringify(parse(await readFile(file, 'utf8'))));
  } catch {
    return undefined;
  }
}
