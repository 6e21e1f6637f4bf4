import { defined } from '../../core/model/defined.ts';
import type { Builder } from '../../core/model/objects/builder.ts';
import { buildpackViews, type BuildpackView } from './build-view.ts';
import { conditionOf, isObserved } from './conditions.ts';
import { objectView, VIEW_VERSION, type Details, type ObjectReference, type ObjectView } from './object-view.ts';

/** The state of a builder, and since when (RFC 3339). */
export type BuilderState = { readonly since?: string } & (
  | ({ readonly kind: 'ready' } & Details)
  /** The builder has an image, but a newer stack or newer buildpacks are not in it. */
  | ({ readonly kind: 'outdated' } & Details)
  | ({ readonly kind: 'not-ready' } & Details)
  /** The controller has not observed the builder. */
  | ({ readonly kind: 'waiting' } & Details)
);

/** Everything that a builder reports about itself: the output of `taskpack status builder/NAME -o json`. */
export interface BuilderView extends ObjectView {
  readonly apiVersion: 'taskpack.dev/v1alpha1';
  readonly kind: 'BuilderView';
  /** `Builder` or `ClusterBuilder`. */
  readonly builderKind: string;
  readonly tag: string;
  readonly state: BuilderState;
  /** The image by digest. Absent until the builder has one. */
  readonly latestImage?: string;
  readonly stack: ObjectReference;
  readonly stackId?: string;
  readonly runImage?: string;
  readonly lifecycleVersion?: string;
  readonly buildpacks: readonly BuildpackView[];
  /** The order of detection, as the controller has resolved it. */
  readonly order: readonly (readonly OrderEntry[])[];
}

/** A buildpack in a group of the order. */
export interface OrderEntry {
  readonly id: string;
  readonly version?: string;
  readonly isOptional: boolean;
}

/** Returns the view of a Builder or ClusterBuilder. */
export function builderView(builder: Builder): BuilderView {
  const { spec, status } = builder;
  const { kind: stackKind = 'ClusterStack', name: stackName = '' } = spec.stack;
  const { id: stackId, runImage } = status.stack;
  return {
    apiVersion: VIEW_VERSION,
    kind: 'BuilderView',
    builderKind: builder.kind ?? 'Builder',
    ...objectView(builder),
    tag: spec.tag ?? '',
    state: builderState(builder),
    ...defined({ latestImage: status.latestImage }),
    stack: { kind: stackKind, name: stackName },
    ...defined({ stackId, runImage, lifecycleVersion: status.lifecycle.version }),
    buildpacks: buildpackViews(status.builderMetadata),
    order: status.order.map(({ group }) =>
      group.map(({ id = '', version, optional: isOptional }) => ({ id, ...defined({ version }), isOptional })),
    ),
  };
}

function builderState(builder: Builder): BuilderState {
  const ready = conditionOf(builder, 'Ready');
  if (ready === undefined)
    return {
      kind: 'waiting',
      message: 'No controller has observed the builder yet. Check with "taskpack doctor" that the controller runs.',
    };
  if (!isObserved(builder)) {
    return { kind: 'waiting', message: 'No controller has observed the last change of the builder yet.' };
  }
  const upToDate = conditionOf(builder, 'UpToDate');
  const isOutdated = ready.status === 'True' && upToDate?.status === 'False';
  const { since, reason, message } = isOutdated ? upToDate : ready;
  return {
    kind: isOutdated ? 'outdated' : ready.status === 'True' ? 'ready' : 'not-ready',
    ...defined({ since, reason, message }),
  };
}
