import { expect } from 'chai';
import { brotliCompressSync } from 'node:zlib';
import { decodeAnswers, encodeAnswers } from './recorded-answers.ts';

const [FIRST, SECOND] = ['0123456789abcdef', 'fedcba9876543210'] as const;

describe("the recorded answers of kpack's code", () => {
  it('have the order of their keys, so that two recordings have the same bytes', () => {
    const answers = [[FIRST, '{"a":1}'] as const, [SECOND, '{"b":"a text with\u2028 and spaces"}'] as const];
    const content = encodeAnswers(new Map(answers.toReversed()));
    expect(content).to.deep.equal(encodeAnswers(new Map(answers)));
    expect([...decodeAnswers(content)]).to.deep.equal(answers);
  });

  it('have one answer to each question', () => {
    const twice = brotliCompressSync(`${FIRST} {}\n${SECOND} {}\n${FIRST} {"a":1}\n`);
    expect(() => decodeAnswers(twice)).to.throw('two recorded answers: run npm run record:kpack');
  });
});
