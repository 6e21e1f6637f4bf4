import type { BuilderView, OrderEntry } from '../../insight/views/builder-view.ts';
import { referenceText } from '../../insight/views/object-view.ts';
import type { Paint } from '../objects/paint.ts';
import { field, section } from './text-layout.ts';
import { stateField, title } from './shared-fields.ts';
import { counted } from '../../core/model/counted.ts';

/** Formats a Builder or ClusterBuilder for people, in 80 columns. */
export function describeBuilder(view: BuilderView, nowMs: number, paint: Paint): string {
  const { stack, stackId, lifecycleVersion, buildpacks } = view;
  return [
    title(view.builderKind, view, paint),
    stateField(view.state, nowMs, paint),
    field('Stack', [`${referenceText(stack)}${stackId === undefined ? '' : ` (${stackId})`}`, view.runImage]),
    field('Has', [lifecycleVersion && `lifecycle ${lifecycleVersion}`, counted(buildpacks.length, 'buildpack')]),
    field('Result', [view.latestImage]),
    field('Tag', [view.tag]),
    section(paint.title('Order'), view.order.map(groupText)),
  ].join('');
}

function groupText(group: readonly OrderEntry[], index: number): string {
  const entries = group.map(
    ({ id, version, isOptional }) =>
      `${id}${version === undefined ? '' : `@${version}`}${isOptional ? ' (optional)' : ''}`,
  );
  return `${index + 1}. ${entries.join(', ')}`;
}
