import { parseArgs } from 'node:util';

/**
 * Reads the arguments of a command that runs tests, and returns its options and the test files. Returns `undefined` after printing
 * the usage, or an error with exit code 2.
 */
export function testArguments(usage, { options = {}, allowPositionals = false } = {}) {
  try {
    const help = { type: 'boolean', short: 'h', default: false };
    const { values, positionals } = parseArgs({ options: { ...options, help }, allowPositionals });
    if (!values.help) return { ...values, files: positionals };
    console.log(usage);
  } catch (error) {
    console.error(`${error.message}\n${usage}`);
    process.exitCode = 2;
  }
  return undefined;
}

export const ALL = { all: { type: 'boolean', default: false } };
