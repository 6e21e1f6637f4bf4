import { objectAt, objectsAt, textAt } from '../model/json-field.ts';
import type { JsonObject } from '../model/json.ts';
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
  readonly build?: JsonObject;
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
        ...(before !== undefined && { old: before }),
        ...(after !== undefined && { new: after }),
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
function ofStatus(build: JsonObject = {}): BuiltWith {
  const status = objectAt(build, 'status');
  return builtWith(
    objectsAt(status, 'buildMetadata'),
    'id',
    textAt(objectAt(status, 'stack'), 'runImage'),
    textAt(status, 'lifecycleVersion'),
  );
}

/** Reads the labels of an image (CNB platform specification, "Labels"). */
function ofImage(image: OciImage | undefined): BuiltWith {
  if (image === undefined) return {};
  const layers = boundedLabel(image.config, 'io.buildpacks.lifecycle.metadata');
  const metadata = boundedLabel(image.config, 'io.buildpacks.build.metadata');
  const runImage = objectAt(layers, 'runImage');
  return builtWith(
    objectsAt(layers, 'buildpacks'),
    'key',
    textAt(runImage, 'reference') ?? textAt(runImage, 'image'),
    textAt(objectAt(metadata, 'launcher'), 'version'),
  );
}

function builtWith(
  buildpacks: readonly JsonObject[],
  id: 'id' | 'key',
  runImage: string | undefined,
  lifecycle: string | undefined,
): BuiltWith {
  const versions = buildpacks.map((each) => [textAt(each, id) ?? '', textAt(each, 'version') ?? ''] as const);
  return {
    ...(versions.length > 0 && { buildpacks: new Map(versions) }),
    ...(runImage !== undefined && { runImage }),
    ...(lifecycle !== undefined && { lifecycle }),
  };
}
