import type { LineMask } from './line-mask.ts';

/** Takes secrets out of texts of several lines. */
export type TextMask = (text: string) => string;

/** Each text is as a log of its own. */
export function textMask(masks: () => LineMask): TextMask {
  return (text) => text.split('\n').map(masks()).join('\n');
}
