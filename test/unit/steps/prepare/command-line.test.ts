import { expect } from 'chai';
import { readArguments } from '../../../../src/steps/prepare/command-line.ts';
import { parseFlags } from '../../../../src/steps/flags.ts';

describe('prepare: command line', () => {
  for (const entry of ['--help', '-help', '-task=source', '-inputs=/other', '--']) {
    it(`ignores ${entry} after --`, () => {
      const args = ['-task=build', '-inputs=/i', '--', entry];
      expect(readArguments(args)).to.deep.include({ kind: 'task', args });
      expect(parseFlags(args, ['task', 'inputs']).operands).to.deep.equal([entry]);
    });
  }

  it('selects the Task that only fetches', () => {
    for (const args of [['-task=source'], ['--task=source', '--', '-task=build']]) {
      expect(readArguments(args)).to.deep.include({ kind: 'source', args });
    }
  });

  it('ignores -task after --', () => {
    expect(() => readArguments(['--', '-task=build'])).to.throw('prepare takes only -inputs=FILE');
  });

  it('asks for help before --', () => {
    expect(readArguments(['-task=build', '--help', '--'])).to.deep.equal({ kind: 'help' });
  });
});
