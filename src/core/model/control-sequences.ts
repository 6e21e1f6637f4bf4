/**
 * Control sequences, control strings and escape sequences of terminals (ECMA-48, sections 5.4 and 5.6; ECMA-35, section 13). Each part
 * ends where the next can begin, so the expression takes linear time.
 */
const SEQUENCES =
  // oxlint-disable-next-line no-control-regex
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u0090\u0098\u009b-\u009f]*(?:\u0007|\u001b\\|\u009c)|\u001b[ -/]*[0-~]/g;

/**
 * Removes colours, terminal titles and other control sequences. Build logs are untrusted, and Node's `stripVTControlCharacters` takes
 * minutes for a line of 200 KB.
 */
export function withoutControlSequences(text: string): string {
  return text.replace(SEQUENCES, '');
}
