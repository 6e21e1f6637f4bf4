/** A table in Markdown; columns are as wide as oxfmt makes them. */
export function markdownTable(heads, rows) {
  const widths = heads.map((head, column) => Math.max(...[heads, ...rows].map((row) => row[column].length)));
  const line = (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |\n`;
  const rule = line(widths.map((width) => '-'.repeat(width)));
  return [line(heads), rule, ...rows.map(line)].join('');
}
