const COLUMNS = [52, 12, 10, 6];
let isHeaderPrinted = false;

/**
 * Prints a row of a table: a figure, its aim (`atMost` or `atLeast`), and the ratio of the figure to the aim. A figure without
 * an aim stands for comparison.
 */
export function report(name, value, { unit = '', digits = 1, atMost, atLeast, detail = '' } = {}) {
  if (!isHeaderPrinted) print('figure', 'value', 'aim', 'ratio', '');
  isHeaderPrinted = true;
  const aim = atMost ?? atLeast;
  const measured = `${value.toFixed(digits)} ${unit}`.trimEnd();
  // An aim of zero has no ratio.
  const ratio = aim === undefined || aim === 0 ? '' : (value / aim).toFixed(2);
  print(name, measured, aim === undefined ? '' : `${atMost === undefined ? '≥' : '≤'} ${aim}`, ratio, detail);
}

function print(name, value, aim, ratio, detail) {
  const cells = [
    name.padEnd(COLUMNS[0]),
    ...[value, aim, ratio].map((cell, index) => cell.padStart(COLUMNS[index + 1])),
  ];
  console.log(`${cells.join('  ')}  ${detail}`.trimEnd());
}
