import { expect } from 'chai';
import type { PhaseStart } from '../../../../src/core/model/build-progress.ts';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import { podProgress } from '../../../../translators/progress/pod-progress.ts';
import { withCreatorPhases } from '../../../../translators/progress/creator-phases.ts';
import { asPod } from '../../../../src/core/model/objects/pod.ts';

const STARTS: readonly PhaseStart[] = (['analyze', 'detect', 'restore', 'build', 'export'] as const).map(
  (phase, second) => ({
    phase,
    startedAt: `2026-01-01T00:00:0${second + 1}Z`,
  }),
);

function phasesOf(create: JsonObject, starts: readonly PhaseStart[]): readonly string[] {
  const names = ['prepare', 'create', 'completion'];
  const pod = {
    spec: { containers: names.map((name) => ({ name })) },
    status: { phase: 'Running', containerStatuses: [{ name: 'create', state: create }] },
  };
  return withCreatorPhases(podProgress(asPod(pod)), starts).phases.map((phase) =>
    [
      phase.phase,
      phase.kind === 'terminated' ? phase.exitCode : phase.kind,
      'startedAt' in phase ? phase.startedAt?.slice(17, 19) : '',
      'finishedAt' in phase ? phase.finishedAt?.slice(17, 19) : '',
    ]
      .join(' ')
      .trim(),
  );
}

function ended(exitCode: number): JsonObject {
  return { terminated: { exitCode, startedAt: '2026-01-01T00:00:00Z', finishedAt: '2026-01-01T00:00:09Z' } };
}

describe('the phases of a creator', () => {
  it('have the times of their headings if the creator has succeeded', () => {
    expect(phasesOf(ended(0), STARTS)).to.deep.equal([
      'prepare waiting',
      'analyze 0 01 02',
      'detect 0 02 03',
      'restore 0 03 04',
      'build 0 04 05',
      'export 0 05 09',
      'completion waiting',
    ]);
  });

  for (const [exitCode, starts, phase] of [
    [20, STARTS.slice(0, 2), 'detect'],
    [51, STARTS.slice(0, 4), 'build'],
    // A buildpack printed the heading of export.
    [51, STARTS, 'build'],
    [62, STARTS, 'export'],
    [1, STARTS.slice(0, 1), 'analyze'],
    [137, STARTS.slice(0, 4), 'build'],
  ] as const) {
    it(`end with ${phase} after exit code ${exitCode} and ${starts.length} headings`, () => {
      const phases = phasesOf(ended(exitCode), starts);
      expect(phases.find((text) => text.split(' ')[1] === `${exitCode}`)).to.match(
        new RegExp(`^${phase} ${exitCode} \\d\\d 09$`),
      );
      expect(phases).to.have.length(7);
    });
  }

  it('are not known without their headings', () => {
    for (const state of [ended(0), ended(51)]) {
      expect(phasesOf(state, []).map((text) => text.split(' ')[0])).to.deep.equal(['prepare', 'create', 'completion']);
    }
    expect(phasesOf(ended(0), STARTS.slice(0, 3))).to.have.length(3);
  });

  it('run in a creator that runs', () => {
    expect(phasesOf({ running: { startedAt: '2026-01-01T00:00:00Z' } }, STARTS.slice(0, 2)).slice(1, 4)).to.deep.equal([
      'analyze 0 01 02',
      'detect running 02',
      'restore waiting',
    ]);
  });
});
