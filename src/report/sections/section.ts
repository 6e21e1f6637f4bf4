import { markup, type Html } from '../markup.ts';

/** A part of the page with its heading. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly content: Html;
}

/** A name and its values, as a description list shows them. */
export interface Described {
  readonly name: string;
  readonly values: readonly (string | undefined)[];
}

/** Returns a description list. Names without values are left out. */
export function descriptions(entries: readonly Described[]): Html {
  return markup`<dl>
    ${entries.flatMap(({ name, values }) => {
      const present = values.filter((value) => value !== undefined && value !== '');
      return present.length === 0
        ? []
        : [
            markup`<dt>${name}</dt>
              <dd>${valuesHtml(present)}</dd>`,
          ];
    })}
  </dl>`;
}

function valuesHtml(values: readonly (string | undefined)[]): Html {
  const [only, second] = values;
  if (second === undefined) return markup`${only}`;
  return markup`<ul>
    ${values.map((value) => markup`<li>${value}</li>`)}
  </ul>`;
}

/** The width of a bar's drawing in its own units. */
export const BAR_WIDTH = 1000;

const LEAST_WIDTH = 4;

/** Returns a bar from one point to another. It repeats what the table says, so screen readers skip it. */
export function bar(from: number, width: number, style: string): Html {
  const x = Math.min(Math.round(from), BAR_WIDTH - LEAST_WIDTH);
  const visible = Math.max(LEAST_WIDTH, Math.round(width));
  return markup`<svg viewBox="0 0 ${BAR_WIDTH} 10" preserveAspectRatio="none" aria-hidden="true" focusable="false">
    <rect class="track" width="${BAR_WIDTH}" height="10" />
    <rect class="${style}" x="${x}" width="${visible}" height="10" />
  </svg>`;
}
