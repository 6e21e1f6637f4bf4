import { expect } from 'chai';
import { asksForHelp, firstValue, parseFlags } from '../../../src/steps/flags.ts';
import { StepError } from '../../../src/core/model/step-failures/step-error.ts';

const NAMES = ['directory', 'url'] as const;

describe('flags of a step', () => {
  it('are -name=value with one dash or two, and can be repeated', () => {
    const { values, operands } = parseFlags(['-url=a', '--url=b=c', '-directory='], NAMES);
    expect([values('url'), values('directory'), operands]).to.deep.equal([['a', 'b=c'], [''], []]);
  });

  it('end at --', () => {
    expect(parseFlags(['-url=a', '--', '-x=1', 'y'], NAMES).operands).to.deep.equal(['-x=1', 'y']);
  });

  for (const [args, message] of [
    [['-directory', 'd'], '--directory needs a value: --directory=VALUE; unexpected argument "d"'],
    [['-directory', '-x=1'], '--directory needs a value: --directory=VALUE; unknown flag --x'],
    [['-directory'], '--directory needs a value: --directory=VALUE'],
    [['d', '-x'], 'unexpected argument "d"; unknown flag --x'],
  ] as const) {
    it(`refuse ${args.join(' ')}`, () => {
      expect(() => parseFlags(args, NAMES)).to.throw(StepError, message);
    });
  }

  it('select a command by an inline value only', () => {
    expect(firstValue(['-x', '-task=source', '-task=build'], 'task')).to.equal('source');
    expect(firstValue(['-task', 'source'], 'task')).to.equal(undefined);
  });

  it('ask for help before --', () => {
    expect([asksForHelp(['-help']), asksForHelp(['--', '--help'])]).to.deep.equal([true, false]);
  });
});
