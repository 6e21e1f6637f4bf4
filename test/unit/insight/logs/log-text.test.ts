import { expect } from 'chai';
import { plainLine, terminalLine } from '../../../../src/insight/logs/log-text.ts';

describe('a line of a log', () => {
  const onTerminals: readonly (readonly [what: string, line: string, shown: string])[] = [
    ['is left alone where it is plain', 'plain\ttext, süß 🦋', 'plain\ttext, süß 🦋'],
    ['keeps colours up to its end', '\u001b[1;31mred', '\u001b[1;31mred\u001b[0m'],
    ['moves no cursor', 'up\u001b[2A\u001b[1Gover', String.raw`up\u001b[2A\u001b[1Gover`],
    ['sets no title', '\u001b]0;title\u0007', String.raw`\u001b]0;title\u0007`],
    ['uses no eight-bit sequence', '\u009b2Aup', String.raw`\u009b2Aup`],
    ['overwrites nothing of itself', 'harmless\rother', String.raw`harmless\rother`],
    ['may end as Windows has it', 'text\r', 'text'],
    ['does not turn its direction', 'a\u202eb', String.raw`a\u202eb`],
    ['is no heading by its colour', '\u001b[36m===> EXPORT\u001b[0m', '===> EXPORT'],
    ['is no heading in pieces', `${' '.repeat(80)}\u001b[36m==\u001b[1m=> EXPORT`, `${' '.repeat(80)}===> EXPORT`],
    [
      'is no heading with an invisible character',
      '\u001b[36m===\u200b> EXPORT',
      `\u001b[36m${String.raw`===\u200b> EXPORT`}\u001b[0m`,
    ],
  ];
  for (const [what, line, shown] of onTerminals) {
    it(`${what}, on a terminal`, () => expect(terminalLine(line)).to.equal(shown));
  }

  const asText: readonly (readonly [what: string, line: string, shown: string])[] = [
    ['has no colours', '\u001b[1;31mred\u001b[0m text', 'red text'],
    ['has of its progress the last', '10%\r50%\rdone\r', 'done'],
    ['has no control characters', 'bell\u0007', String.raw`bell\u0007`],
    ['has no hyperlinks', '\u001b]8;;http://x.example\u0007here\u001b]8;;\u0007', 'here'],
  ];
  for (const [what, line, shown] of asText) {
    it(`${what}, as plain text`, () => expect(plainLine(line)).to.equal(shown));
  }
});
