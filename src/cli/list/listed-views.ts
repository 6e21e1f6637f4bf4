import { resourceVersionOf, type KubeObject } from '../../clients/kube/client/kube-object.ts';
import { IMAGE_LABEL } from '../../core/model/image-metadata.ts';
import { asBuild } from '../../core/model/objects/build.ts';
import { asBuilder } from '../../core/model/objects/builder.ts';
import { asImage } from '../../core/model/objects/image.ts';
import { builderView } from '../../insight/views/builder-view.ts';
import { buildView } from '../../insight/views/build-view.ts';
import { labelOf } from '../../insight/views/object-view.ts';
import { asObject } from '../../core/model/objects/object-meta.ts';
import { imageView } from '../../insight/views/image-view.ts';
import type { ShownView } from '../objects/object-columns.ts';

/** An object and its view. */
export interface ListedView {
  readonly object: KubeObject;
  readonly view: ShownView;
  /** Changes if the object changes, or a Build of an Image does. */
  readonly version: string;
}

/** Returns the views of objects, ordered by namespace and name. Builds of an Image are ordered by their number. */
export function listedViews(
  objects: readonly KubeObject[],
  builds: readonly KubeObject[],
  nowMs: number,
): readonly ListedView[] {
  const byImage = buildsByImage(builds);
  return objects
    .map((object) => {
      const own = object.kind === 'Image' ? (byImage.get(imageKey(object, object.metadata.name)) ?? []) : [];
      const versions = [object, ...own].map(({ metadata }) => resourceVersionOf(metadata));
      return { object, view: viewOf(object, own, nowMs), version: versions.join(' ') };
    })
    .toSorted((one, other) => compare(sortKey(one.view), sortKey(other.view)));
}

function viewOf(object: KubeObject, builds: readonly KubeObject[], nowMs: number): ShownView {
  switch (object.kind) {
    case 'Image':
      return imageView({ image: asImage(object), builds: builds.map(asBuild), nowMs });
    case 'Build':
      return buildView({ build: asBuild(object), nowMs });
    default:
      return builderView(asBuilder(object));
  }
}

function buildsByImage(builds: readonly KubeObject[]): ReadonlyMap<string, readonly KubeObject[]> {
  const groups = new Map<string, KubeObject[]>();
  for (const build of builds) {
    const image = labelOf(asBuild(build), IMAGE_LABEL);
    if (image === undefined) continue;
    const key = imageKey(build, image);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [build]);
    else group.push(build);
  }
  return groups;
}

function imageKey(object: KubeObject, image: string): string {
  return `${asObject(object).metadata.namespace ?? ''}/${image}`;
}

type SortKey = readonly [namespace: string, name: string, number: number];

function sortKey(view: ShownView): SortKey {
  const number = view.kind === 'BuildView' ? (view.number ?? 0) : 0;
  const name = view.kind === 'BuildView' && view.image !== undefined ? view.image : view.name;
  return [view.namespace ?? '', name, number];
}

function compare(one: SortKey, other: SortKey): number {
  for (const [index, part] of one.entries()) {
    const second = other[index] ?? '';
    if (part !== second) return part < second ? -1 : 1;
  }
  return 0;
}
