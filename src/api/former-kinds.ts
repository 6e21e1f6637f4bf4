import { fieldError, fieldWarning, type FieldProblem } from '../model/problem.ts';
import type { Header } from './find-kind.ts';

/** The kinds of kpack before 0.1.0, which named its groups after Pivotal, with advice. */
const KPACK_KINDS: Readonly<Record<string, string>> = {
  Build: 'write it as a Build of kpack.io/v1alpha2',
  Image: 'write it as an Image of kpack.io/v1alpha2',
  Builder:
    'name its spec.image in spec.builder.image of a Build, or write a Builder of kpack.io/v1alpha2 with an order',
  ClusterBuilder:
    'name its spec.image in spec.builder.image of a Build, or write a ClusterBuilder of kpack.io/v1alpha2 with an order',
  CustomBuilder: 'write it as a Builder of kpack.io/v1alpha2',
  CustomClusterBuilder: 'write it as a ClusterBuilder of kpack.io/v1alpha2',
  Store: 'write it as a ClusterStore of kpack.io/v1alpha2',
  Stack: 'write it as a ClusterStack of kpack.io/v1alpha2',
};

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
  if (KPACK_GROUPS.includes(group) && Object.hasOwn(KPACK_KINDS, kind)) {
    const secrets =
      'and rename the annotations build.pivotal.io/docker and build.pivotal.io/git of its Secrets to kpack.io';
    const message = `${kind} of ${apiVersion} belongs to kpack before 0.1.0, and is not translated; ${KPACK_KINDS[kind]}`;
    return fieldError(['apiVersion'], kind === 'Build' || kind === 'Image' ? `${message}, ${secrets}` : message);
  }
  if (group !== 'build.knative.dev' || !Object.hasOwn(KNATIVE_KINDS, kind)) return undefined;
  return fieldWarning(
    ['apiVersion'],
    `${kind} of ${apiVersion} belongs to Knative Build, and is not translated; ${KNATIVE_KINDS[kind]}`,
  );
}
