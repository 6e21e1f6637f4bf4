import { expect } from 'chai';
import { asBuild } from '../../../../src/core/model/objects/build.ts';
import { describeBuild } from '../../../../src/cli/status/describe-build.ts';
import { buildView } from '../../../../src/insight/views/build-view.ts';
import { NOW_MS, someBuild } from '../../insight/views/some-objects.ts';

const PAINT = { state: (text: string) => text, title: (text: string) => text, change: (text: string) => text };

describe('the text of a Build', () => {
  for (const [execEnv, line] of [
    ['test', 'Exec env test: set CNB_EXEC_ENV=test in containers of the image'],
    ['production', 'Exec env production'],
    [undefined, undefined],
  ] as const) {
    it(`says what containers need for the execution environment ${execEnv}`, () => {
      const annotations = execEnv === undefined ? {} : { 'taskpack.dev/exec-env': execEnv };
      const view = buildView({ build: asBuild(someBuild({}, { annotations })), nowMs: NOW_MS });
      expect(view.execEnv).to.equal(execEnv);
      const lines = describeBuild(view, NOW_MS, PAINT).split('\n');
      expect(lines.find((one) => one.startsWith('Exec env'))).to.equal(line);
    });
  }
});
