import type { BuilderView, OrderEntry } from '../../insight/views/builder-view.ts';
import { referenceText } from '../../insight/views/object-view.ts';
import type { Paint } from '../objects/paint.ts';
import { field, section } from './text-layout.ts';
import { stateField, title } from './shared-fields.ts';

/** Formats a Builder or ClusterBuilder for people, in 80 columns. */
export function describeBuilder(view: BuilderView, nowMs: number, paint: Paint): string {
  const { stack, stackId, lifecycleVersion, buildpacks } = view;
  return [
    title(view.builderKind, view, paint),
    stateField(view.state, nowMs, paint),
    field('Stack', [`${referenceText(stack)}${stackId === undefined ? '' : ` (${stackId})`}`, view.runImage]),
    field('Has', [lifecycleVersion && `lifecycle ${lifecycleVersion}`, countText(buildpacks.length)]),
    field('Result', [view.latestImage]),
    field('Tag', [view.tag]),
    section(paint.title('Order'), view.order.map(groupText)),
  ].join('');
}

function countText(buildpacks: number): string {
  return buildpacks === 1 ? '1 buildpack' : `${buildpacks} buildpacks`;
}

function groupText(group: readonly OrderEntry[], index: number): string {
  return `${index + 1}. ${group.map(entryText).join(', ')}`;
}

function entryText({ id, version, isOptional }: OrderEntry): string {
  return `${id}${version === undefined ? '' : `@${version}`}${isOptional ? ' (optional)' : ''}`;
}
