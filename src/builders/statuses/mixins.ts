import { known, unknown, type Reading } from '../reading.ts';

interface Sorted {
  readonly own: readonly string[];
  readonly others: readonly string[];
  readonly common: readonly string[];
}

/** The mixins of a stack: those of both images, then `build:` ones, then `run:` ones (kpack's RemoteStackReader). */
export function stackMixins(build: readonly string[], run: readonly string[]): Reading<readonly string[]> {
  const ofBuild = sorted(build, 'build:', 'run:');
  if (ofBuild.others.length > 0) return refused('build image contains run-only mixin(s)', ofBuild.others);
  const ofRun = sorted(run, 'run:', 'build:');
  if (ofRun.others.length > 0) return refused('run image contains build-only mixin(s)', ofRun.others);
  const missing = ofBuild.common.filter((mixin) => !ofRun.common.includes(mixin));
  if (missing.length > 0) return refused('runImage missing required mixin(s)', missing);
  return known([...ofBuild.common, ...ofBuild.own, ...ofRun.own]);
}

function sorted(mixins: readonly string[], own: string, others: string): Sorted {
  return {
    own: mixins.filter((mixin) => mixin.startsWith(own)),
    others: mixins.filter((mixin) => mixin.startsWith(others)),
    common: mixins.filter((mixin) => !mixin.startsWith(own) && !mixin.startsWith(others)),
  };
}

function refused(words: string, mixins: readonly string[]): Reading<never> {
  return unknown(`${words}: ${mixins.join(', ')}`);
}
