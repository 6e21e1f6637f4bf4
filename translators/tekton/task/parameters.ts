import type { JsonObject } from '../../../src/core/model/json.ts';
import { EXEC_ENV_VARIABLE } from '../../../src/core/model/exec-env.ts';
import type { TaskBuilder } from '../../../src/core/model/resolved-builder.ts';
import { NO_PLATFORM } from './workspaces.ts';
import type { TaskKind } from './task-metadata.ts';

/** A parameter of taskpack's Tasks. */
export interface Parameter {
  readonly name: string;
  readonly description: string;
  /** A parameter without a default is required. */
  readonly default?: string | readonly string[];
  /** The Tasks that have the parameter. */
  readonly of: readonly TaskKind[];
  /** The flag that passes the value to prepare. Absent if the parameter has no effect, or if steps read it directly. */
  readonly flag?: string;
  /** True if a Task for one fixed builder does not have the parameter. */
  readonly ofAnyBuilder?: true;
}

const BOTH: readonly TaskKind[] = ['build', 'rebase'];
const BUILD: readonly TaskKind[] = ['build'];

/** The names are those of `buildpacks` and, with `CNB_`, of `buildpacks-phases` in Tekton's catalog. */
export const PARAMETERS: readonly Parameter[] = [
  { name: 'APP_IMAGE', of: BOTH, flag: 'image', description: 'The tag of the image to write.' },
  ...underEachName(['BUILDER_IMAGE', 'CNB_BUILDER_IMAGE'], {
    of: BOTH,
    flag: 'builder',
    ofAnyBuilder: true,
    default: '',
    description:
      'The builder image, preferably by digest. The Task runs its lifecycle and buildpacks. Set exactly one of BUILDER_IMAGE and CNB_BUILDER_IMAGE.',
  }),
  ...underEachName(['RUN_IMAGE', 'CNB_RUN_IMAGE'], {
    of: BOTH,
    flag: 'run-image',
    default: '',
    description:
      'The run image, which is the base of the application image. Empty: the run image that the builder names.',
  }),
  {
    name: 'TAGS',
    of: BOTH,
    flag: 'tags',
    default: '',
    description:
      'Additional tags of the image, separated by commas or spaces. They must be in the registry of APP_IMAGE.',
  },
  {
    name: 'PREVIOUS_IMAGE',
    of: BOTH,
    flag: 'previous-image',
    default: '',
    description: 'The image whose layers are reused. Empty: the image that APP_IMAGE refers to now.',
  },
  {
    name: 'SOURCE_SUBPATH',
    of: BUILD,
    flag: 'sub-path',
    default: '',
    description: 'The directory of the workspace source to build. Empty: the whole workspace.',
  },
  ...underEachName(['ENV_VARS', 'CNB_ENV_VARS'], {
    of: BUILD,
    default: [],
    description:
      'Environment variables for the buildpacks, each as NAME=value. The value is everything after the first = and can be empty.',
  }),
  ...underEachName(['PROCESS_TYPE', 'CNB_PROCESS_TYPE'], {
    of: BUILD,
    flag: 'process-type',
    default: 'web',
    description: 'The default process of the image. Empty: the default that the buildpacks choose.',
  }),
  ...underEachName(['CACHE_IMAGE', 'CNB_CACHE_IMAGE'], {
    of: BUILD,
    flag: 'cache-image',
    default: '',
    description: 'The tag of a cache image. It replaces the workspace cache.',
  }),
  ...underEachName(['SKIP_RESTORE', 'CNB_SKIP_LAYERS'], {
    of: BUILD,
    flag: 'skip-restore',
    default: '',
    description: 'Set to true to reuse no layers of the previous image and of the cache. Empty: false.',
  }),
  {
    name: 'PROJECT_DESCRIPTOR',
    of: BUILD,
    flag: 'project-descriptor',
    default: '',
    description: 'The path of the project descriptor in the source. Empty: project.toml, if the file exists.',
  },
  {
    name: 'SOURCE_URL',
    of: BUILD,
    flag: 'source-url',
    default: '',
    description: 'The URL of the source, which is recorded in the image. For example, the result url of git-clone.',
  },
  {
    name: 'SOURCE_REVISION',
    of: BUILD,
    flag: 'source-revision',
    default: '',
    description:
      'The branch or tag of the source, which is recorded in the image. Empty: SOURCE_COMMIT. Requires SOURCE_URL.',
  },
  {
    name: 'SOURCE_COMMIT',
    of: BUILD,
    flag: 'source-commit',
    default: '',
    description:
      'The commit of the source, which is recorded in the image. For example, the result commit of git-clone. Requires SOURCE_URL.',
  },
  {
    name: 'PLATFORM_DIR',
    of: BUILD,
    default: NO_PLATFORM,
    description:
      'The name of a volume in the podTemplate that contains a platform directory: environment variables and bindings.',
  },
  {
    name: 'CNB_PLATFORM_API',
    of: BUILD,
    flag: 'platform-api',
    ofAnyBuilder: true,
    default: '',
    description:
      'The CNB Platform API version, major.minor. Empty: the highest up to 0.9 that works with the builder, or else the lowest above.',
  },
  {
    name: EXEC_ENV_VARIABLE,
    of: BUILD,
    flag: 'exec-env',
    default: '',
    description:
      'The execution environment for which to build, such as test. Empty: production. Requires Platform API 0.15. Use one APP_IMAGE and one cache for each environment, and set CNB_EXEC_ENV in containers of the image.',
  },
  {
    name: 'ALLOW_ACCOUNT_CREDENTIALS',
    of: BUILD,
    flag: 'allow-account-credentials',
    default: 'false',
    description:
      'Set to true to build although Tekton shows the credentials of the ServiceAccount to every step, and so to the buildpacks.',
  },
  {
    name: 'CNB_LOG_LEVEL',
    of: BOTH,
    default: 'info',
    description: 'The log level of the lifecycle: debug, info, warn or error.',
  },
  {
    name: 'CNB_EXPERIMENTAL_MODE',
    of: BOTH,
    default: 'silent',
    description: 'How the lifecycle treats experimental features: silent, warn or error.',
  },
  ...underEachName(['USER_ID', 'CNB_USER_ID'], {
    of: BUILD,
    flag: 'user',
    default: '',
    description:
      "The Task always uses the builder's user and warns if this value differs. Set the user in the run's podTemplate.",
  }),
  ...underEachName(['GROUP_ID', 'CNB_GROUP_ID'], {
    of: BUILD,
    flag: 'group',
    default: '',
    description:
      "The Task always uses the builder's group and warns if this value differs. Set the group in the run's podTemplate.",
  }),
  {
    name: 'CNB_INSECURE_REGISTRIES',
    of: BUILD,
    flag: 'insecure-registries',
    default: '',
    description:
      'Must be empty: the Task always verifies certificates. To trust a private authority, bind ssl-ca-directory.',
  },
  ...[
    'CNB_BUILD_IMAGE',
    'CNB_LAYERS_DIR',
    'CNB_PLATFORM_API_SUPPORTED',
    'CNB_PLATFORM_DIR',
    'INSPECT_TOOLS_IMAGE',
    'USER_HOME',
  ].map((name) => ({ name, of: BUILD, default: '', description: 'Has no effect.' })),
];

/** The parameter that names the steps image. */
export const STEPS_IMAGE = 'STEPS_IMAGE';

/** Returns the parameter of the steps image. Its default is the image of the installation. */
export function stepsImageParameter(image: string): Parameter {
  const description = 'The image of the steps prepare and completion.';
  return { name: STEPS_IMAGE, of: BOTH, default: image, description };
}

/** True if a Task has the parameter. */
export function isParameterOf(
  { of, ofAnyBuilder }: Parameter,
  kind: TaskKind,
  builder: TaskBuilder | undefined,
): boolean {
  return of.includes(kind) && (builder === undefined || ofAnyBuilder === undefined);
}

/** Returns the declaration of a parameter (tekton.dev/v1 ParamSpec). */
export function declaration({ name, description, default: value }: Parameter): JsonObject {
  const type = typeof value === 'object' ? 'array' : 'string';
  return { name, type, description, ...(value !== undefined && { default: value }) };
}

function underEachName(names: readonly string[], parameter: Omit<Parameter, 'name'>): readonly Parameter[] {
  return names.map((name) => ({ name, ...parameter }));
}
