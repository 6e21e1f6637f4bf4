/** Prints one figure, and what is to say of it. */
export function report(name, value, ...remarks) {
  console.log(`${name}: ${value} (${remarks.join('; ')})`);
}

export function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

export function median(numbers) {
  return percentile(numbers, 50);
}

/** The nearest rank: a number that was measured. Of fewer than a hundred numbers the 99th percentile is the greatest. */
function percentile(numbers, percent) {
  const rank = Math.ceil((percent / 100) * numbers.length);
  return numbers.toSorted((a, b) => a - b)[rank - 1];
}

/** The least and nearly the greatest of numbers, beside their median. */
export function spread(numbers) {
  const [least, late] = [Math.min(...numbers), percentile(numbers, 99)].map((number) => number.toFixed(1));
  return `median of ${numbers.length}; min ${least}, p99 ${late}`;
}
