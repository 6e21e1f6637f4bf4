import type { Json, JsonObject } from '../../core/model/json.ts';

/** A value of the chart, with all that its users read about it. */
export interface ChartValue {
  /** The path with dots, such as `images.registry`. */
  readonly path: string;
  readonly byDefault: Json;
  /** Markdown. Links are relative to `docs/reference`. */
  readonly meaning: string;
  /** The JSON Schema of the value. */
  readonly schema: JsonObject;
}

/** Returns nested objects with an entry for each value. `leaf` returns the entry, and `node` may change an object. */
export function nested(
  values: readonly ChartValue[],
  leaf: (value: ChartValue) => Json,
  node: (entries: JsonObject) => JsonObject,
): JsonObject {
  return branch(values.map((value) => [value.path.split('.'), value]));

  function branch(entries: readonly (readonly [path: readonly string[], value: ChartValue])[]): JsonObject {
    const names = [...new Set(entries.map(([[name = '']]) => name))];
    return node(
      Object.fromEntries(
        names.map((name) => {
          const below = entries.filter(([[head]]) => head === name);
          const [first] = below;
          const isLeaf = first !== undefined && first[0].length === 1;
          return [name, isLeaf ? leaf(first[1]) : branch(below.map(([[, ...rest], value]) => [rest, value]))];
        }),
      ),
    );
  }
}

const REPOSITORY = 'https://github.com/taskpack/taskpack/blob/main/';

/** Returns a meaning whose links work outside the repository. */
export function withAbsoluteLinks(markdown: string): string {
  return markdown.replaceAll(
    LINK,
    (_link, text: string, target: string) => `[${text}](${REPOSITORY}${pathOf(target)})`,
  );
}

/** Returns a meaning as plain text. Links become paths in the repository. */
export function withoutLinks(markdown: string): string {
  return markdown.replaceAll(LINK, (_link, text: string, target: string) => `${text}: ${pathOf(target)}`);
}

const LINK = /\[([^[\]]+)\]\(([^()]+)\)/g;

function pathOf(target: string): string {
  return target.startsWith('../') ? `docs/${target.slice('../'.length)}` : `docs/reference/${target}`;
}
