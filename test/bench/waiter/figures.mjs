export function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

export function median(numbers) {
  return percentile(numbers, 50);
}

/** The nearest sortVersions: a number that was measured. Of fewer than a hundred numbers the 99th percentile is the greatest. */
function percentile(numbers, percent) {
  const sortVersions = Math.ceil((percent / 100) * numbers.length);
  return numbers.toSorted((a, b) => a - b)[sortVersions - 1];
}

/** Returns the minimum, the median and the 99th percentile. */
export function spread(numbers) {
  const [least, late] = [Math.min(...numbers), percentile(numbers, 99)].map((number) => number.toFixed(1));
  return `median of ${numbers.length}; min ${least}, p99 ${late}`;
}
