import type { OfferedObjects } from '../object-names.ts';
import type { CommandOutline, OptionOutline } from './outline.ts';

/** The texts that can complete the last word of a command line. */
export interface KubectlOffer {
  readonly words: readonly string[];
  /** The objects of a cluster whose names complete the word. */
  readonly objects: readonly OfferedObjects[];
  /** True if names of files complete the word too. */
  readonly isFile: boolean;
}

/** Directives for kubectl, from cobra's ShellCompDirective: whether it also offers names of files. */
export const DIRECTIVES = { words: ':4', 'words and files': ':0' } as const;

/**
 * Returns the offers for the last of `words`, which follow the name of the plugin on kubectl's command line. kubectl asks
 * the program `kubectl_complete-NAME` for them.
 */
export function kubectlOffer(program: CommandOutline, words: readonly string[]): KubectlOffer {
  const current = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  // Options and their values name no command.
  const command = before.reduce((outer, word) => outer.commands.find(({ name }) => name === word) ?? outer, program);
  const option = command.options.find(({ long, short }) => [long, short].includes(before.at(-1)));
  const offer = option === undefined || option.value === 'none' ? offersOf(command, current) : valuesOf(option);
  return { ...offer, words: offer.words.filter((word) => word.startsWith(current)) };
}

function valuesOf({ value }: OptionOutline): KubectlOffer {
  if (typeof value === 'string') return { words: [], objects: [], isFile: value === 'file' };
  return 'offers' in value
    ? { words: [], objects: value.offers, isFile: false }
    : { words: value, objects: [], isFile: false };
}

function offersOf({ commands, words, offers, options }: CommandOutline, current: string): KubectlOffer {
  if (current.startsWith('-')) return { words: options.map(({ long }) => long), objects: [], isFile: false };
  return { words: [...commands.map(({ name }) => name), ...words], objects: offers, isFile: false };
}
