import { h, type ComponentChild } from 'preact';
import { stateTone, stateWord, type AnyState } from '../../views/state-texts.ts';

/** Shows the word of a state in its colour. */
export function StateBadge({ state }: { readonly state: AnyState['kind'] }): ComponentChild {
  return h('span', { class: `badge ${stateTone({ kind: state })}` }, stateWord({ kind: state }));
}
