const COLOURS = { '-': '\u001B[31m', '+': '\u001B[32m' } as const;
const PLAIN = '\u001B[0m';

/** More lines than a reason has; what differs in longer texts is all of them. */
const MOST_LINES = 2000;

/** What differs between two texts, line by line in colours, as kpack's log has it; nothing where they are equal. */
export function lineDifferences(old: string, current: string): readonly string[] {
  if (old === current) return [];
  const [before, after] = [old.split('\n'), current.split('\n')];
  const common = before.length + after.length > MOST_LINES ? [] : commonLines(before, after);
  const lines: string[] = [];
  let [left, right] = [0, 0];
  for (const line of [...common, undefined]) {
    while (left < before.length && before[left] !== line) lines.push(...changed('-', before[left++]));
    while (right < after.length && after[right] !== line) lines.push(...changed('+', after[right++]));
    if (line !== undefined && line !== '') lines.push(`\t${line}`);
    left += 1;
    right += 1;
  }
  return lines;
}

function changed(sign: '-' | '+', line = ''): readonly string[] {
  return line === '' ? [] : [`\t${COLOURS[sign]}${sign}${PLAIN} ${COLOURS[sign]}${line}${PLAIN}`];
}

/** The longest sequence of lines that both have. */
function commonLines(before: readonly string[], after: readonly string[]): readonly string[] {
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1));
  const at = (left: number, right: number): number => lengths[left]?.[right] ?? 0;
  for (let left = before.length - 1; left >= 0; left -= 1) {
    const row = lengths[left] ?? new Uint16Array();
    for (let right = after.length - 1; right >= 0; right -= 1) {
      const isSame = before[left] === after[right];
      row[right] = isSame ? at(left + 1, right + 1) + 1 : Math.max(at(left + 1, right), at(left, right + 1));
    }
  }
  const common: string[] = [];
  for (let left = 0, right = 0; left < before.length && right < after.length;) {
    const line = before[left];
    if (line !== undefined && line === after[right]) {
      common.push(line);
      left += 1;
      right += 1;
    } else if (at(left + 1, right) >= at(left, right + 1)) left += 1;
    else right += 1;
  }
  return common;
}
