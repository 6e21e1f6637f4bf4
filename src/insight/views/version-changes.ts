import { defined } from '../../core/model/defined.ts';
import type { Build } from '../../core/model/objects/build.ts';
import { fields, list, text } from '../../core/model/objects/reader.ts';
import { boundedLabel, type OciImage } from './image-layers.ts';

/** A buildpack, run image or lifecycle that differs between two images. */
export interface VersionChange {
  readonly what: 'buildpack' | 'run-image' | 'lifecycle';
  readonly change: 'added' | 'removed' | 'updated';
  /** The id of a buildpack. */
  readonly id?: string;
  readonly old?: string;
  readonly new?: string;
}

/** A Build and its image, as far as they could be read. */
export interface ReadBuild {
  readonly build?: Build;
  readonly image?: OciImage;
}

/** The buildpacks, run image and lifecycle of an image, as far as they are known. */
interface BuiltWith {
  /** The versions of the buildpacks by id. */
  readonly buildpacks?: ReadonlyMap<string, string>;
  readonly runImage?: string;
  readonly lifecycle?: string;
}

/**
 * Compares what two images were built with. Statuses of Builds and labels of images name a run image in different ways, so a fact is
 * only compared if both have it from the same place. Returns `undefined` if the buildpacks of one image are not known.
 */
export function versionChanges(old: ReadBuild, now: ReadBuild): readonly VersionChange[] | undefined {
  const [fromStatus, fromImage] = [
    [ofStatus(old.build), ofStatus(now.build)],
    [ofImage(old.image), ofImage(now.image)],
  ] as const;
  const pair = <T>(read: (facts: BuiltWith) => T | undefined): readonly [T, T] | undefined =>
    bothOf(fromStatus.map(read)) ?? bothOf(fromImage.map(read));
  const buildpacks = pair((facts) => facts.buildpacks);
  if (buildpacks === undefined) return undefined;
  return [
    ...buildpackChanges(...buildpacks),
    ...textChange(
      'run-image',
      pair(({ runImage }) => runImage),
    ),
    ...textChange(
      'lifecycle',
      pair(({ lifecycle }) => lifecycle),
    ),
  ];
}

function bothOf<T>([old, now]: readonly (T | undefined)[]): readonly [T, T] | undefined {
  return old === undefined || now === undefined ? undefined : [old, now];
}

function buildpackChanges(
  old: ReadonlyMap<string, string>,
  now: ReadonlyMap<string, string>,
): readonly VersionChange[] {
  return [...new Set([...now.keys(), ...old.keys()])].flatMap((id) => {
    const [before, after] = [old.get(id), now.get(id)];
    if (before === after) return [];
    const change = before === undefined ? 'added' : after === undefined ? 'removed' : 'updated';
    return [
      {
        what: 'buildpack',
        change,
        id,
        ...defined({ old: before, new: after }),
      },
    ];
  });
}

function textChange(
  what: 'run-image' | 'lifecycle',
  [old, now]: readonly [string?, string?] = [],
): readonly VersionChange[] {
  if (old === undefined || now === undefined || old === now) return [];
  return [{ what, change: 'updated', old, new: now }];
}

/** Reads the status of a Build, which a controller copied from the labels of the image. */
function ofStatus(build: Build | undefined): BuiltWith {
  if (build === undefined) return {};
  const { buildMetadata, stack, lifecycleVersion } = build.status;
  const versions = buildMetadata.map(({ id = '', version = '' }) => [id, version] as const);
  return builtWith(versions, stack.runImage, lifecycleVersion);
}

const layersLabel = fields({
  buildpacks: list(fields({ key: text, version: text })),
  runImage: fields({ reference: text, image: text }),
});
const buildLabel = fields({ launcher: fields({ version: text }) });

/** Reads the labels of an image (CNB platform specification, "Labels"). */
function ofImage(image: OciImage | undefined): BuiltWith {
  if (image === undefined) return {};
  const { buildpacks, runImage } = layersLabel(boundedLabel(image.config, 'io.buildpacks.lifecycle.metadata'));
  const { launcher } = buildLabel(boundedLabel(image.config, 'io.buildpacks.build.metadata'));
  const versions = buildpacks.map(({ key = '', version = '' }) => [key, version] as const);
  return builtWith(versions, runImage.reference ?? runImage.image, launcher.version);
}

function builtWith(
  versions: readonly (readonly [id: string, version: string])[],
  runImage: string | undefined,
  lifecycle: string | undefined,
): BuiltWith {
  return { ...(versions.length > 0 && { buildpacks: new Map(versions) }), ...defined({ runImage, lifecycle }) };
}
