'use strict';

const { reporters } = require('mocha');

/** Dots while it runs, every failure in full, and `N passed, N failed` as the last line, alone. */
class ClosingLine extends reporters.Dot {
  constructor(runner, options) {
    super(runner, options);
    // Registered after Dot's own listener, so that the line comes after the failures.
    runner.once('end', () => console.log(closingLine(this.stats)));
  }
}

function closingLine({ passes, failures, pending }) {
  return `${passes} passed, ${failures} failed${pending > 0 ? `, ${pending} skipped` : ''}`;
}

module.exports = ClosingLine;
