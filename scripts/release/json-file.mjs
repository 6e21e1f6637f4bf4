/** Returns the content of a file of JSON. */
export function jsonFile(value) {
  return Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`);
}

/** Returns the value of a release's file of JSON. Throws an `Error` unless there is such a file of valid JSON. */
export function readJsonFile(files, name) {
  return JSON.parse(contentOf(files, name).toString());
}

/** Returns the content of a release's file. Throws an `Error` unless there is such a file. */
export function contentOf(files, name) {
  const content = files.get(name);
  if (content === undefined) throw new Error(`there is no file ${name}`);
  return content;
}
