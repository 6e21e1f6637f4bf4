import { expect } from 'chai';
import type { Command } from 'commander';
import { Readable, Writable } from 'node:stream';
import { helpFor, type ProgramName } from '../../../src/cli/help.ts';
import { createProgram } from '../../../src/cli/program.ts';

describe('the help of every command', () => {
  for (const name of ['taskpack', 'kubectl taskpack'] as const) {
    it(`fits into 80 columns as ${name}`, () => {
      const lines = helpTexts(name).flatMap((text) => text.split('\n'));
      // The longer name needs eight columns more, and examples are not wrapped.
      const width = name === 'taskpack' ? 80 : 88;
      expect(lines.filter((line) => line.length > width)).to.deep.equal([]);
      expect(lines.length).to.be.greaterThan(600);
    });
  }

  it('names the plugin of kubectl in usage and examples', () => {
    for (const text of helpTexts('kubectl taskpack')) {
      expect(text).to.match(/^Usage: kubectl taskpack/);
      const examples = text.split('\n').filter((line) => /^ {2}(?:kubectl )?taskpack /.test(line));
      expect(examples.filter((line) => !line.startsWith('  kubectl taskpack '))).to.deep.equal([]);
    }
  });
});

describe('wrapping of a help text', () => {
  const long = 'word '.repeat(30).trim();

  it('joins the lines of a paragraph, and leaves short lines as they are', () => {
    expect(helpFor('taskpack', `one\ntwo\n\n${long}\nend`).split('\n')).to.deep.equal([
      'one',
      'two',
      '',
      'word '.repeat(16).trim(),
      `${'word '.repeat(14)}end`,
    ]);
  });

  it('continues an item below its text', () => {
    expect(helpFor('taskpack', `Settings:\n  NAME  ${long}\n  OTHER  x`).split('\n')).to.deep.equal([
      'Settings:',
      `  NAME  ${'word '.repeat(14).trim()}`,
      `        ${'word '.repeat(14).trim()}`,
      '        word word',
      '  OTHER  x',
    ]);
  });

  it('leaves examples as they are', () => {
    const example = `Examples:\n  kubectl get x | taskpack translate ${long}`;
    expect(helpFor('taskpack', example)).to.equal(example);
  });
});

function helpTexts(name: ProgramName): readonly string[] {
  const texts: string[] = [];
  const output = new Writable({
    write(chunk: Buffer, _, done) {
      texts.push(String(chunk));
      done();
    },
  });
  const program = createProgram({ input: Readable.from([]), output, errors: output, environment: {} }, name);
  return commandsOf(program).map((command) => {
    texts.length = 0;
    command.outputHelp();
    return texts.join('');
  });
}

function commandsOf(command: Command): readonly Command[] {
  return [command, ...command.createHelp().visibleCommands(command).flatMap(commandsOf)];
}
