import { expect } from 'chai';
import { readArguments } from '../../../../../src/steps/prepare/command-line.ts';
import { splitArguments } from '../../../../../src/steps/prepare/task/split-arguments.ts';

describe("prepare: a command line with a Task's arguments", () => {
  for (const entry of ['--help', '-help', '-task=source', '-inputs=/other', '--']) {
    it(`is not changed by ${entry} among the variables`, () => {
      const args = ['-task=build', '-inputs=/i', '--', entry];
      expect(readArguments(args)).to.deep.include({ kind: 'task', args });
      expect(splitArguments(args)).to.deep.equal({ options: args.slice(0, 2), data: [entry] });
    });
  }

  it('may be that of the Task that fetches alone', () => {
    for (const args of [['-task=source'], ['--task=source', '--', '-task=build']]) {
      expect(readArguments(args)).to.deep.include({ kind: 'source', args });
    }
  });

  it('is none where only a variable looks like it', () => {
    expect(() => readArguments(['--', '-task=build'])).to.throw('prepare takes -inputs=FILE alone');
  });

  it('asks for help before the variables', () => {
    expect(readArguments(['-task=build', '--help', '--'])).to.deep.equal({ kind: 'help' });
  });
});
