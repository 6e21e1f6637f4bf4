import { expect } from 'chai';
import * as fc from 'fast-check';
import { jsonTexts } from '../../../../src/cli/output.ts';
import { oneLine } from '../../../../src/core/model/one-line.ts';
import { formatYaml } from '../../../../src/core/yaml/format-yaml.ts';
import { codePoint } from '../../../support/code-points.ts';

const HIDDEN = /[\p{Cf}\p{DI}\u007f-\u009f\u2028\u2029]/u;
const json = (text: string): string => [...jsonTexts([{ text }])].join('');

describe('text of others', () => {
  it('has no invisible character in messages, JSON or YAML', () => {
    const all = Array.from({ length: 0x110000 }, (_, point) => String.fromCodePoint(point)).filter((one) =>
      HIDDEN.test(one),
    );
    expect(all.length).to.be.greaterThan(4_000);
    for (const format of [oneLine, json, formatYaml]) {
      expect(all.filter((one) => HIDDEN.test(format(`a${one}b`)))).to.deep.equal([]);
    }
  });

  it('is read from JSON as it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint }), (text) => {
        expect(JSON.parse(json(text))).to.deep.equal({ text });
        expect(HIDDEN.test(json(text))).to.equal(false);
      }),
    );
  });

  for (const [what, text, shown] of [
    ['keeps emoji', '⚠\ufe0f ok, 👩🏽\u200d💻', '⚠\ufe0f ok, 👩🏽\u200d💻'],
    ['shows a selector or a joiner in other text', 'a\ufe0f b\u200dc', String.raw`a\ufe0f b\u200dc`],
    ['shows a tag as two code units', 'x\u{e0041}', String.raw`x\udb40\udc41`],
  ] as const) {
    it(`${what}, in messages`, () => expect(oneLine(text)).to.equal(shown));
  }
});
