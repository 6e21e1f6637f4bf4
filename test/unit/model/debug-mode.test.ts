import { expect } from 'chai';
import { debugAnnotation, type DebugMode, parseDebugAnnotation } from '../../../src/model/debug-mode.ts';

const MODES: readonly DebugMode[] = [
  { stop: { kind: 'on-failure' }, timeoutSeconds: 3600, pushes: false },
  { stop: { kind: 'before', phase: 'build' }, timeoutSeconds: 90, pushes: false },
  { stop: { kind: 'before', phase: 'export' }, timeoutSeconds: 86_400, pushes: true },
];

const REFUSED: Readonly<Record<string, RegExp>> = {
  '': /JSON object/,
  build: /JSON object/,
  '["build"]': /JSON object/,
  '{"befor":"build"}': /unknown field "befor"/,
  '{"before":"compile"}': /must name a phase/,
  '{"before":1}': /must name a phase/,
  '{"timeoutSeconds":0}': /from 1 to 86400/,
  '{"timeoutSeconds":86401}': /from 1 to 86400/,
  '{"timeoutSeconds":1.5}': /from 1 to 86400/,
  '{"timeoutSeconds":"1h"}': /from 1 to 86400/,
  '{"push":"yes"}': /true or false/,
};

describe('the annotation of a debugged Build', () => {
  it('is read as it was written', () => {
    for (const mode of MODES) expect(parseDebugAnnotation(debugAnnotation(mode))).to.deep.equal(mode);
  });

  it('stops after failures for an hour, and pushes nothing, unless it says so', () => {
    expect(parseDebugAnnotation('{}')).to.deep.equal(MODES[0]);
  });

  for (const [text, message] of Object.entries(REFUSED)) {
    it(`is refused if it is ${text || 'empty'}`, () => expect(parseDebugAnnotation(text)).to.match(message));
  }
});
