import { childName } from '../../../model/names.ts';

/** The name of a Build's Pod, as kpack names it. */
export function podNameOf(build: string): string {
  return childName(build, '-build-pod');
}

/** The name of a Build's TaskRun, of which Tekton makes the same Pod's name. */
export function taskRunNameOf(build: string): string {
  return childName(build, '-build');
}
