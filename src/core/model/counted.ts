/** Returns a number with its noun, such as `1 Build` and `2 Builds`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
