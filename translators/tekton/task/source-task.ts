import type { JsonObject } from '../../../src/core/model/json.ts';
import type { Manifest } from '../../../src/core/model/kubernetes-object.ts';
import { CREDENTIALS, emptyDirVolume } from '../../phases/volumes.ts';
import { taskpackPrograms } from '../../phases/taskpack-phases.ts';
import type { Phase } from '../../phases/phase.ts';
import { secretPath } from '../../phases/secrets.ts';
import { step } from '../steps.ts';
import { declaration, STEPS_IMAGE, stepsImageParameter } from './parameters.ts';
import { pathOfWorkspace, valueOf } from './substitutions.ts';
import { taskMetadata } from './task-metadata.ts';
import { CERTIFICATES_WORKSPACE } from './workspaces.ts';

/** Returns a Task with the single step prepare, which fetches a source into a workspace as for a Build. */
export function makeSourceTask(options: {
  readonly name: string;
  readonly version: string;
  readonly stepsImage: string;
}): Manifest {
  return {
    apiVersion: 'tekton.dev/v1',
    kind: 'Task',
    metadata: taskMetadata({ ...options, kind: 'source' }),
    spec: {
      description: DESCRIPTION,
      params: [...PARAMETERS, stepsImageParameter(options.stepsImage)].map(declaration),
      workspaces: WORKSPACES,
      results: RESULTS.map(({ name, description }) => ({
        name,
        type: 'string',
        description,
        value: `$(steps.prepare.results.${name})`,
      })),
      steps: [sourceStep()],
      volumes: [emptyDirVolume(CREDENTIALS.name)],
    },
  };
}

const DESCRIPTION =
  "Fetches a source into a workspace: a revision of a git repository, an archive, or the content of an image.\n\nThe same commit, archive or image always gives the same bytes, modes and times. The files belong to the user of the run. Runs with the same fsGroup in their podTemplates can read each other's files.";

/** Parameters that git-clone of Tekton's catalog has too have its names. */
const PARAMETERS = [
  {
    name: 'url',
    flag: 'url',
    default: '',
    description: 'The URL of the git repository, with https, http, ssh or git, or as USER@HOST:PATH.',
  },
  {
    name: 'revision',
    flag: 'revision',
    default: '',
    description: 'The branch, tag or commit to fetch. Empty: the default branch.',
  },
  {
    name: 'submodules',
    flag: 'submodules',
    default: 'true',
    description: "Set to false to leave out the repository's submodules.",
  },
  {
    name: 'trustUnknownHosts',
    flag: 'trust-unknown-hosts',
    default: 'false',
    description: 'Set to true to trust SSH servers without an entry in known_hosts.',
  },
  {
    name: 'archive',
    flag: 'archive',
    default: '',
    description:
      'Instead of a repository: the URL of a tar archive, which can be compressed, or of a zip archive. No credentials are sent.',
  },
  {
    name: 'stripComponents',
    flag: 'strip-components',
    default: '0',
    description: 'The number of leading directories to remove from the names in the archive.',
  },
  {
    name: 'image',
    flag: 'image',
    default: '',
    description: 'Instead of a repository: an image whose files are the source.',
  },
  {
    name: 'subdirectory',
    flag: 'subdirectory',
    default: '',
    description:
      'The directory of the workspace to fetch the source into. Its previous content is deleted. Empty: the whole workspace.',
  },
].map((parameter) => ({ ...parameter, of: [] }));

/** The optional workspaces with credentials, by name. */
const CREDENTIAL_WORKSPACES = {
  'basic-auth':
    "A username and password for the git server: a Secret of type kubernetes.io/basic-auth, or git's .git-credentials.",
  'ssh-directory':
    'An SSH key for the git server: a Secret of type kubernetes.io/ssh-auth, or a .ssh directory. Include known_hosts.',
  dockerconfig: 'Credentials for registries: a Secret with the key config.json or .dockerconfigjson.',
};

const OUTPUT = '/var/build-source';

const WORKSPACES: readonly JsonObject[] = [
  { name: 'output', description: 'The source is written here.', mountPath: OUTPUT },
  ...Object.entries(CREDENTIAL_WORKSPACES).map(([name, description]) => ({
    name,
    description,
    mountPath: secretPath(name),
    readOnly: true,
    optional: true,
  })),
  CERTIFICATES_WORKSPACE,
];

const RESULTS = [
  { name: 'commit', description: 'The commit that was fetched. Empty for an archive or an image.' },
  { name: 'url', description: 'The URL of the source, without a password. For an archive, also without the query.' },
  { name: 'committer-date', description: 'The time of the commit, in seconds since 1970.' },
  { name: 'digest', description: 'The digest of the archive or image. Empty for a commit.' },
];

function sourceStep(): JsonObject {
  const { image, prepare } = taskpackPrograms(`$(params.${STEPS_IMAGE})`);
  const phase: Phase = {
    name: 'prepare',
    image,
    command: prepare,
    args: sourceArgs(),
    env: [{ name: 'SSL_CERT_DIR', value: pathOfWorkspace(CERTIFICATES_WORKSPACE.name) }],
    mounts: [CREDENTIALS],
    credentials: ['source', 'registry'],
    trusted: true,
  };
  const results = { results: RESULTS.map(({ name, description }) => ({ name, type: 'string', description })) };
  return step(phase, { args: phase.args, resources: {}, results });
}

function sourceArgs(): readonly string[] {
  return [
    '-task=source',
    `-output=${pathOfWorkspace('output')}`,
    ...PARAMETERS.map((one) => `-${one.flag}=${valueOf(one)}`),
    ...['basic-auth', 'ssh-directory'].map((name) => `-git-credentials=${pathOfWorkspace(name)}`),
    '-git-credentials=$(credentials.path)',
    '-git-credentials=$(credentials.path)/.ssh',
    `-credentials=${pathOfWorkspace('dockerconfig')}`,
    '-credentials=$(credentials.path)/.docker',
    ...RESULTS.map(({ name }) => `-result=${name}=$(step.results.${name}.path)`),
  ];
}
