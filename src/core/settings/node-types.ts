import type { Taint } from './controller-settings.ts';
import { itemsOf, listOf } from './variable-types.ts';

/** A key of a label or a taint, with an optional prefix (Kubernetes, "Syntax and character set" of labels). */
const LABEL_KEY = String.raw`(?:[a-z0-9][a-z0-9.-]{0,252}/)?[A-Za-z0-9](?:[A-Za-z0-9._-]{0,61}[A-Za-z0-9])?`;
const LABEL_VALUE = '(?:[A-Za-z0-9](?:[A-Za-z0-9._-]{0,61}[A-Za-z0-9])?)?';

const NODE_LABEL = new RegExp(`^${LABEL_KEY}=${LABEL_VALUE}$`);

/** Labels of nodes, separated by commas. */
export const nodeLabels = listOf((item) => NODE_LABEL.test(item), 'LABEL=VALUE pairs such as pool=builds').transform(
  (text): Readonly<Record<string, string>> =>
    Object.fromEntries(
      itemsOf(text).map((item) => [item.slice(0, item.indexOf('=')), item.slice(item.indexOf('=') + 1)]),
    ),
);

const TAINT = new RegExp(
  `^(?<key>${LABEL_KEY})(?:=(?<value>${LABEL_VALUE}))?(?::(?<effect>NoSchedule|PreferNoSchedule|NoExecute))?$`,
);

/** Taints in the notation of `kubectl taint`, separated by commas. Without a value or an effect, any one is meant. */
export const taints = listOf(
  (item) => TAINT.test(item),
  'taints as KEY, KEY=VALUE, KEY:EFFECT or KEY=VALUE:EFFECT, such as dedicated=builds:NoSchedule',
).transform((text): readonly Taint[] => itemsOf(text).map(taintOf));

function taintOf(item: string): Taint {
  const { key = '', value, effect } = TAINT.exec(item)?.groups ?? {};
  return { key, ...(value !== undefined && { value }), ...(effect !== undefined && { effect }) };
}
