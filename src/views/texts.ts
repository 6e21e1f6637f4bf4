import type { BuilderUse, BuildSummary } from './build-view.ts';
import type { CauseView } from './cause-view.ts';
import type { FieldDifference } from './config-difference.ts';
import type { ObjectReference } from './object-view.ts';
import type { SourceView } from './source-view.ts';

/** Returns why a Build ran: a sentence for each change, and the fields of the configuration that changed. */
export function causeLines(cause: CauseView): readonly string[] {
  switch (cause.kind) {
    case 'direct':
      return ['A user or a program created the Build, not an Image'];
    case 'image':
      return cause.changes.flatMap((change) => [
        change.sentence,
        ...(change.kind === 'config' ? change.fields.map(differenceText) : []),
      ]);
  }
}

function differenceText({ path, old, new: now }: FieldDifference): string {
  return `- ${path}: ${valueText(old)} → ${valueText(now)}`;
}

/** The longest value of a field that is shown. `-o json` has the whole value. */
const MAX_VALUE = 100;

function valueText(value: FieldDifference['old']): string {
  if (value === undefined) return 'none';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
}

/** Returns the Image of a Build and the number of the Build, such as `shop, Build 10`; `undefined` without an Image. */
export function imageText({ image, number }: Pick<BuildSummary, 'image' | 'number'>): string | undefined {
  return image === undefined ? undefined : `${image}${number === undefined ? '' : `, Build ${number}`}`;
}

/** Returns the source as lines: the address, and the revision. */
export function sourceLines(source: SourceView): readonly string[] {
  const subPath = source.kind === 'unknown' || source.subPath === undefined ? [] : [`sub path ${source.subPath}`];
  switch (source.kind) {
    case 'git':
      return [
        source.url,
        [source.commit === undefined ? `revision ${source.revision}` : `commit ${source.commit}`, ...subPath].join(
          ', ',
        ),
      ];
    case 'blob':
      return [source.url, ...subPath];
    case 'registry':
      return [source.image, ...subPath];
    case 'unknown':
      return [];
  }
}

/** Returns a reference such as `ClusterBuilder base`. */
export function referenceText({ kind, name, namespace }: ObjectReference): string {
  return `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
}

/** Returns the builder of a Build as lines: the resource, and the image. */
export function builderLines({ resource, image, trust }: BuilderUse): readonly (string | undefined)[] {
  const isUntrusted = trust === 'Untrusted' ? ' (not trusted with registry credentials)' : '';
  return [resource && `${referenceText(resource)}${isUntrusted}`, image];
}
