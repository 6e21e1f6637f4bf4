/** Prints a figure and what it should be. */
export function report(name, value, aim, detail) {
  console.log(`${name}: ${value} (aim: ${aim}${detail === undefined ? '' : `; ${detail}`})`);
}
