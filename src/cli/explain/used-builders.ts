import type { Builder } from '../../core/api/kpack/builder.ts';
import type { ApiObject } from '../../core/api/read-objects.ts';
import { formatLocation, type FieldProblem } from '../../core/model/problem.ts';
import { nameObject } from '../../core/translate/object-name.ts';
import type { OrderEntry } from '../../insight/views/builder-view.ts';
import type { ExplanationView, UsedBuilderView } from '../../insight/views/explanation-view.ts';
import { referenceText } from '../../insight/views/object-view.ts';
import { resolutionView } from '../../insight/views/resolution-view.ts';
import { readBuilders, type BuilderObject, type ReadBuilder } from '../builder/read-builders.ts';
import type { Documents } from '../input.ts';

/** Returns the builders of the input that its Builds and Images use, each with its resolved order. */
export function usedBuilders(
  documents: Documents,
  namespace: string | undefined,
): Pick<ExplanationView, 'builders' | 'unknownBuilders'> {
  const { builders, objects } = readBuilders(documents, namespace === undefined ? {} : { namespace });
  return {
    builders: builders.flatMap((builder) => {
      const usedBy = objects.filter((object) => uses(object, builder.object)).map(titleOf);
      return usedBy.length === 0 ? [] : [usedBuilder(builder, usedBy)];
    }),
    unknownBuilders: objects.flatMap((object) => {
      const image = object.kind === 'Build' ? object.value.spec.builder.image : undefined;
      const isKnown = image === undefined || builders.some((builder) => uses(object, builder.object));
      return isKnown ? [] : [{ usedBy: titleOf(object), image }];
    }),
  };
}

function uses(object: ApiObject, builder: BuilderObject): boolean {
  if (object.kind === 'Image') return isNamed(builder, object.value.spec.builder, object.value.metadata.namespace);
  if (object.kind !== 'Build') return false;
  const { image, ref } = object.value.spec.builder;
  if (ref !== undefined) return isNamed(builder, ref, object.value.metadata.namespace);
  return image !== undefined && [builder.value.spec.tag, builder.value.status?.latestImage].includes(image);
}

/** An Image and a Build can name a Builder of their own namespace only. */
function isNamed(
  { kind, value: { metadata } }: BuilderObject,
  reference: { readonly kind?: string; readonly name: string },
  namespace: string | undefined,
): boolean {
  return (
    reference.kind === kind &&
    reference.name === metadata.name &&
    (kind === 'ClusterBuilder' || metadata.namespace === namespace)
  );
}

function usedBuilder({ object, reading }: ReadBuilder, usedBy: readonly string[]): UsedBuilderView {
  const view = resolutionView(reading);
  const { resolution, problems } = reading;
  const statusOrder = object.value.status?.order;
  return {
    ...view,
    usedBy,
    entries: view.entries.map((entry, index) => {
      const place = object.locate(resolution.entries[index]?.path ?? ['spec', 'order']);
      const field = `${object.kind} ${entry.path}`;
      return { ...entry, origin: place === undefined ? field : `${formatLocation(place)} ${field}` };
    }),
    ...(resolution.kind === 'refused' && statusOrder !== undefined && { statusOrder: statusOrder.map(entriesOf) }),
    problems: problems.filter(isOfOrder).map(({ message }) => message),
  };
}

function entriesOf({
  group = [],
}: NonNullable<NonNullable<Builder['status']>['order']>[number]): readonly OrderEntry[] {
  return group.map(({ id = '', version, optional }) => ({
    id,
    ...(version !== undefined && { version }),
    isOptional: optional === true,
  }));
}

/** The stack and the lifecycle have no part in the order. */
function isOfOrder({ paths: [[, field]] }: FieldProblem): boolean {
  return field === 'order' || field === 'store';
}

function titleOf(object: ApiObject): string {
  const { kind, namespace, name } = nameObject(object);
  return referenceText({ kind, name, ...(namespace !== undefined && { namespace }) });
}
