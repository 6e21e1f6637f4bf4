import { expect } from 'chai';
import { fieldWarning } from '../../../src/core/model/problem.ts';
import { PassThrough } from 'node:stream';
import { WriteStream } from 'node:tty';
import { failure, reportProblems, severityLabel } from '../../../src/cli/problems.ts';

/** A stream that reads its colour support from environment variables, as Node's terminals do. */
function terminal(environment: Readonly<Record<string, string>>): PassThrough {
  const getColorDepth = () => WriteStream.prototype.getColorDepth({ TERM: 'xterm-256color', ...environment });
  return Object.assign(new PassThrough(), { isTTY: true, getColorDepth });
}

describe('severityLabel', () => {
  it('is coloured on a terminal', () => {
    expect(severityLabel('error', terminal({}))).to.equal('\u001b[31merror:\u001b[39m');
    expect(severityLabel('warning', terminal({}))).to.equal('\u001b[33mwarning:\u001b[39m');
    expect(severityLabel('note', terminal({}))).to.equal('\u001b[36mnote:\u001b[39m');
  });

  it('is plain on a terminal without colours', () => {
    expect(severityLabel('error', terminal({ NO_COLOR: '1' }))).to.equal('error:');
    expect(severityLabel('error', terminal({ TERM: 'dumb' }))).to.equal('error:');
  });

  it('is plain on other streams', () => {
    expect(severityLabel('warning', new PassThrough())).to.equal('warning:');
  });
});

describe('reportProblems', () => {
  it('prints equal warnings once', () => {
    const errors = new PassThrough();
    reportProblems([fieldWarning([], 'x'), fieldWarning([], 'y'), fieldWarning([], 'x')], errors);
    expect(String(errors.read())).to.equal('warning: x (and 1 more)\nwarning: y\n');
  });
});

describe('failure', () => {
  it('has more messages than a call may have arguments, as for a directory of faulty files', () => {
    const messages = Array.from(
      { length: 200_000 },
      (_, index) => `file ${index}: the symlink leads out of the directory`,
    );
    expect(failure(messages).problems).to.have.length(messages.length);
  });
});
