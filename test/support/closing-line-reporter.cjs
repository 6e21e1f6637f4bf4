'use strict';

const { reporters } = require('mocha');

/** Dots while it runs, every failure in full, what was skipped by name, and `N passed, N failed` as the last line, alone. */
class ClosingLine extends reporters.Dot {
  constructor(runner, options) {
    super(runner, options);
    const skipped = [];
    runner.on('pending', (test) => skipped.push(test.fullTitle()));
    // Registered after Dot's own listener, so that these lines come after the failures.
    runner.once('end', () => {
      for (const title of skipped) console.log(`skipped: ${title}`);
      console.log(closingLine(this.stats));
    });
  }
}

function closingLine({ passes, failures, pending }) {
  return `${passes} passed, ${failures} failed${pending > 0 ? `, ${pending} skipped` : ''}`;
}

module.exports = ClosingLine;
