import { fieldError, fieldWarning, type FieldProblem } from '../model/problem.ts';
import type { Header } from './header.ts';

/** The kinds of kpack before 0.1.0, the oldest with the prefix CNB, and the kinds that replace them. */
const SUCCESSORS: Readonly<Record<string, string>> = {
  Build: 'Build',
  Image: 'Image',
  Builder: 'Builder',
  ClusterBuilder: 'ClusterBuilder',
  CustomBuilder: 'Builder',
  CustomClusterBuilder: 'ClusterBuilder',
  Store: 'ClusterStore',
  Stack: 'ClusterStack',
  CNBBuild: 'Build',
  CNBImage: 'Image',
  CNBBuilder: 'Builder',
};

/** These builders were an image. */
const BUILDERS_BY_IMAGE: readonly string[] = ['Builder', 'ClusterBuilder', 'CNBBuilder'];

/** Returns the kind of kpack.io that replaces a kind of kpack before 0.1.0; `undefined` for any other kind. */
export function successorOf(kind: string): string | undefined {
  return Object.hasOwn(SUCCESSORS, kind) ? SUCCESSORS[kind] : undefined;
}

const KPACK_GROUPS: readonly string[] = ['build.pivotal.io', 'experimental.kpack.pivotal.io'];

/** The kinds of Knative Build, which Tekton replaced in 2019, with advice. */
const KNATIVE_KINDS: Readonly<Record<string, string>> = {
  Build: 'write it as a TaskRun of tekton.dev/v1, or as a Build of kpack.io/v1alpha2 if it uses buildpacks',
  BuildTemplate: 'write it as a Task of tekton.dev/v1',
  ClusterBuildTemplate: 'write it as a Task of tekton.dev/v1',
};

/**
 * Returns a problem for a kind whose API group has another name or a successor today. Otherwise its objects would be lost
 * like those of any foreign kind. taskpack does not convert them, because the annotations of their Secrets have other
 * names too.
 */
export function formerKind({ apiVersion, group, kind }: Header): FieldProblem | undefined {
  const successor = KPACK_GROUPS.includes(group) ? successorOf(kind) : undefined;
  if (successor !== undefined) {
    const message = `${kind} of ${apiVersion} belongs to kpack before 0.1.0, and is not translated`;
    return fieldError(['apiVersion'], `${message}; ${adviceFor(kind, successor)}`);
  }
  if (group !== 'build.knative.dev' || !Object.hasOwn(KNATIVE_KINDS, kind)) return undefined;
  return fieldWarning(
    ['apiVersion'],
    `${kind} of ${apiVersion} belongs to Knative Build, and is not translated; ${KNATIVE_KINDS[kind]}`,
  );
}

function adviceFor(kind: string, successor: string): string {
  const article = /^[AEIOU]/.test(successor) ? 'an' : 'a';
  const object = `${article} ${successor} of kpack.io/v1alpha2`;
  if (BUILDERS_BY_IMAGE.includes(kind)) {
    return `name its spec.image in spec.builder.image of a Build, or write ${object} with an order`;
  }
  const secrets =
    'and rename the annotations build.pivotal.io/docker and build.pivotal.io/git of its Secrets to kpack.io';
  return successor === 'Build' || successor === 'Image' ? `write it as ${object}, ${secrets}` : `write it as ${object}`;
}
