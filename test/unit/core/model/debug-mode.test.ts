import { expect } from 'chai';
import { debugAnnotation, type DebugMode, parseDebugAnnotation } from '../../../../src/core/model/debug-mode.ts';

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

  it('leaves the default time to the controller, which may allow less', () => {
    const annotation = debugAnnotation({ stop: { kind: 'on-failure' }, timeoutSeconds: 3600, pushes: false });
    expect(annotation).to.equal('{}');
    expect(parseDebugAnnotation(annotation, 600)).to.include({ timeoutSeconds: 600 });
    expect(parseDebugAnnotation(annotation, 7200)).to.include({ timeoutSeconds: 3600 });
    expect(parseDebugAnnotation('{"timeoutSeconds":600}', 600)).to.include({ timeoutSeconds: 600 });
    expect(parseDebugAnnotation('{"timeoutSeconds":601}', 600)).to.equal(
      'must have a whole number from 1 to 600 as timeoutSeconds, as the setting MAX_DEBUG_HOLD says',
    );
  });

  for (const [text, message] of Object.entries(REFUSED)) {
    it(`is refused if it is ${text || 'empty'}`, () => expect(parseDebugAnnotation(text)).to.match(message));
  }
});
