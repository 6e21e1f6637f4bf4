/** An element of HTML or SVG. It is data: the code that shows it treats every text in it as text. */
export interface Element {
  readonly name: string;
  readonly attributes: Attributes;
  readonly children: readonly Markup[];
}

/** The attributes of an element. `true` is an attribute without a value; `false` and `undefined` are none. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Elements and texts. `undefined` is nothing. */
export type Markup = Element | string | number | undefined | readonly Markup[];

/** Returns an element. */
export function element(name: string, attributes: Attributes = {}, ...children: readonly Markup[]): Element {
  return { name, attributes, children };
}

/** True if markup is one element. */
export function isElement(markup: Markup): markup is Element {
  return typeof markup === 'object' && !Array.isArray(markup);
}
