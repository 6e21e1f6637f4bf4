import type { JsonObject } from '../../../src/model/json.ts';
import { NO_PLATFORM } from './platform-source.ts';
import type { TaskKind } from './task-kind.ts';

/** A parameter of our Tasks. */
export interface Parameter {
  readonly name: string;
  readonly description: string;
  /** None: it has to be given. */
  readonly default?: string | readonly string[];
  /** The Tasks that have it. */
  readonly of: readonly TaskKind[];
  /** What prepare takes it by; absent where it has no effect, or where steps have it themselves. */
  readonly flag?: string;
  /** Whether a Task that is made for one builder has no use for it. */
  readonly ofAnyBuilder?: true;
}

const BOTH: readonly TaskKind[] = ['build', 'rebase'];
const BUILD: readonly TaskKind[] = ['build'];

/** Names as in the tasks `buildpacks` and `buildpacks-phases` of Tekton's catalog, of which those with `CNB_` are the latter's. */
export const PARAMETERS: readonly Parameter[] = [
  { name: 'APP_IMAGE', of: BOTH, flag: 'image', description: 'The tag of the image that is written.' },
  ...twice(['BUILDER_IMAGE', 'CNB_BUILDER_IMAGE'], {
    of: BOTH,
    flag: 'builder',
    ofAnyBuilder: true,
    default: '',
    description:
      'The builder, best by digest: its lifecycle and buildpacks run. Exactly one of both names must be given.',
  }),
  ...twice(['RUN_IMAGE', 'CNB_RUN_IMAGE'], {
    of: BOTH,
    flag: 'run-image',
    default: '',
    description: "The image that the application's is put upon; empty: the builder's.",
  }),
  {
    name: 'TAGS',
    of: BOTH,
    flag: 'tags',
    default: '',
    description: 'More tags of the image, with commas or blanks between them, in the registry of APP_IMAGE.',
  },
  {
    name: 'PREVIOUS_IMAGE',
    of: BOTH,
    flag: 'previous-image',
    default: '',
    description: 'The image whose layers are used again; empty: what APP_IMAGE names now.',
  },
  {
    name: 'SOURCE_SUBPATH',
    of: BUILD,
    flag: 'sub-path',
    default: '',
    description: 'The directory of the workspace source that is built; empty: all of it.',
  },
  ...twice(['ENV_VARS', 'CNB_ENV_VARS'], {
    of: BUILD,
    default: [],
    description: 'Variables for buildpacks, NAME=value each. All behind the first = is the value, which may be empty.',
  }),
  ...twice(['PROCESS_TYPE', 'CNB_PROCESS_TYPE'], {
    of: BUILD,
    flag: 'process-type',
    default: 'web',
    description: 'The process that the image starts by default; empty: the one that the buildpacks say.',
  }),
  ...twice(['CACHE_IMAGE', 'CNB_CACHE_IMAGE'], {
    of: BUILD,
    flag: 'cache-image',
    default: '',
    description: 'The tag of an image that keeps the cache, in place of the workspace cache.',
  }),
  ...twice(['SKIP_RESTORE', 'CNB_SKIP_LAYERS'], {
    of: BUILD,
    flag: 'skip-restore',
    default: '',
    description: 'Whether layers of the previous image and of the cache are left alone; empty: false.',
  }),
  {
    name: 'PROJECT_DESCRIPTOR',
    of: BUILD,
    flag: 'project-descriptor',
    default: '',
    description: 'The project descriptor, as a path in the source; empty: project.toml, if there is one.',
  },
  {
    name: 'SOURCE_URL',
    of: BUILD,
    flag: 'source-url',
    default: '',
    description: 'Where the source came from, which the image then says: the result url of git-clone, for instance.',
  },
  {
    name: 'SOURCE_REVISION',
    of: BUILD,
    flag: 'source-revision',
    default: '',
    description: 'The branch or tag that was asked for; empty: SOURCE_COMMIT. Needs SOURCE_URL.',
  },
  {
    name: 'SOURCE_COMMIT',
    of: BUILD,
    flag: 'source-commit',
    default: '',
    description: 'The commit that the source is: the result commit of git-clone, for instance. Needs SOURCE_URL.',
  },
  {
    name: 'PLATFORM_DIR',
    of: BUILD,
    default: NO_PLATFORM,
    description: 'A volume of the podTemplate with variables and bindings, laid out as a platform directory.',
  },
  {
    name: 'CNB_PLATFORM_API',
    of: BUILD,
    flag: 'platform-api',
    ofAnyBuilder: true,
    default: '',
    description: 'The Platform API, major.minor; empty: the best that the builder has, up to 0.9.',
  },
  {
    name: 'CNB_LOG_LEVEL',
    of: BOTH,
    default: 'info',
    description: 'How much the lifecycle says: debug, info, warn or error.',
  },
  {
    name: 'CNB_EXPERIMENTAL_MODE',
    of: BOTH,
    default: 'silent',
    description: 'What the lifecycle does where a feature is experimental: silent, warn or error.',
  },
  ...twice(['USER_ID', 'CNB_USER_ID'], {
    of: BUILD,
    flag: 'user',
    default: '',
    description: "The builder's own user is used: another one is warned of. The run's podTemplate has to name it.",
  }),
  ...twice(['GROUP_ID', 'CNB_GROUP_ID'], {
    of: BUILD,
    flag: 'group',
    default: '',
    description: "The builder's own group is used: another one is warned of. The run's podTemplate has to name it.",
  }),
  {
    name: 'CNB_INSECURE_REGISTRIES',
    of: BUILD,
    flag: 'insecure-registries',
    default: '',
    description: 'Refused unless it is empty: certificates are always verified, and SSL_CERT_FILE can add authorities.',
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

/** By the name that a Task takes the image of our own steps. */
export const STEPS_IMAGE = 'STEPS_IMAGE';

/** The image of our own steps, which is where an installation has put it. */
export function stepsImageParameter(image: string): Parameter {
  const description = "The image of taskpack's own steps, prepare and completion.";
  return { name: STEPS_IMAGE, of: BOTH, default: image, description };
}

/** As Tekton has it. */
export function declaration({ name, description, default: value }: Parameter): JsonObject {
  const type = typeof value === 'object' ? 'array' : 'string';
  return { name, type, description, ...(value !== undefined && { default: value }) };
}

function twice(names: readonly string[], parameter: Omit<Parameter, 'name'>): readonly Parameter[] {
  return names.map((name) => ({ name, ...parameter }));
}
