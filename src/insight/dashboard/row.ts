import { isEnded } from '../views/build-state.ts';
import type { BuildSummary, BuildView } from '../views/build-view.ts';
import type { BuilderView } from '../views/builder-view.ts';
import type { ImageView } from '../views/image-view.ts';
import type { ObjectView } from '../views/object-view.ts';
import { imageReason, stateReason, type AnyState } from '../views/state-texts.ts';

/** The kinds that the dashboard lists. */
export type RowKind = 'Image' | 'Build' | 'Builder' | 'ClusterBuilder';

/** An object in a list. A list can have 10,000 rows, so a row has only what the list shows. It does not change with time. */
export interface Row extends ObjectView {
  readonly kind: RowKind;
  readonly state: AnyState['kind'];
  readonly reason?: string;
  /** Why an object waits. */
  readonly message?: string;
  /** The Image of a Build, or the tag of an Image or a builder. */
  readonly image?: string;
  /** The Build, or the newest Build of an Image. */
  readonly build?: RowBuild;
  readonly stack?: string;
  readonly lifecycle?: string;
  readonly buildpacks?: number;
}

/** A Build in a row. */
export interface RowBuild {
  readonly number?: number;
  /** RFC 3339. */
  readonly startedAt?: string;
  /** Absent until the Build ends. */
  readonly durationMs?: number;
  readonly causes: readonly string[];
}

/** Identifies an object among the rows. */
export function rowKey({ kind, namespace, name }: Pick<Row, 'kind' | 'namespace' | 'name'>): string {
  return namespace === undefined ? `${kind}/${name}` : `${kind}/${namespace}/${name}`;
}

/** Returns the row of an Image, a Build or a builder. */
export function rowOf(view: ImageView | BuildView | BuilderView): Row {
  switch (view.kind) {
    case 'ImageView': {
      const [build] = view.builds;
      return {
        ...commonOf(view, 'Image', imageReason(view)),
        image: view.tag,
        ...(build !== undefined && { build: rowBuild(build) }),
      };
    }
    case 'BuildView': {
      const { image } = view;
      return {
        ...commonOf(view, 'Build', stateReason(view.state)),
        ...(image !== undefined && { image }),
        build: rowBuild(view),
      };
    }
    case 'BuilderView': {
      const { lifecycleVersion } = view;
      const kind = view.builderKind === 'ClusterBuilder' ? 'ClusterBuilder' : 'Builder';
      return {
        ...commonOf(view, kind, stateReason(view.state)),
        image: view.tag,
        stack: view.stack.name,
        ...(lifecycleVersion !== undefined && { lifecycle: lifecycleVersion }),
        buildpacks: view.buildpacks.length,
      };
    }
  }
}

type Common = Pick<Row, 'kind' | 'name' | 'namespace' | 'createdAt' | 'state' | 'reason' | 'message'>;

function commonOf(view: ObjectView & { readonly state: AnyState }, kind: RowKind, reason: string | undefined): Common {
  const { name, namespace, createdAt, state } = view;
  const message =
    (state.kind === 'queued' || state.kind === 'waiting') && 'message' in state ? state.message : undefined;
  return {
    kind,
    name,
    ...(namespace !== undefined && { namespace }),
    ...(createdAt !== undefined && { createdAt }),
    state: state.kind,
    ...(reason !== undefined && { reason }),
    ...(message !== undefined && { message }),
  };
}

function rowBuild({ number, createdAt, durationMs, state, cause }: BuildSummary): RowBuild {
  return {
    ...(number !== undefined && { number }),
    ...(createdAt !== undefined && { startedAt: createdAt }),
    ...(isEnded(state) && durationMs !== undefined && { durationMs }),
    causes: cause.kind === 'image' ? cause.reasons : [],
  };
}
