import type { JsonObject } from '../../../src/model/json.ts';
import type { Manifest } from '../../../src/model/manifest.ts';
import { HOME } from '../../phases/mounts.ts';
import { ownPrograms } from '../../phases/own-programs.ts';
import type { Phase } from '../../phases/phase.ts';
import { secretPath } from '../../phases/secrets.ts';
import { emptyDirVolume } from '../../phases/volume.ts';
import { step } from '../steps.ts';
import { declaration, STEPS_IMAGE, stepsImageParameter } from './parameter.ts';
import { pathOfWorkspace, valueOf } from './substitutions.ts';
import { taskMetadata } from './task-metadata.ts';

/** A Task of one step, prepare, which fetches a source into a workspace as it would for a Build. */
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
      volumes: [emptyDirVolume(HOME.name)],
    },
  };
}

const DESCRIPTION =
  'Fetches a source into a workspace: a revision of a git repository, an archive, or the content of an image.\n\nThe same bytes, modes and times come of one commit, archive or image each time. Files belong to whoever runs it: runs with one fsGroup in their podTemplates can read what each of them has written.';

/** Named as those of the catalog's git-clone, where that has the same. */
const PARAMETERS = [
  {
    name: 'url',
    flag: 'url',
    default: '',
    description: 'The git repository: https, http, ssh, git, or USER@HOST:PATH.',
  },
  {
    name: 'revision',
    flag: 'revision',
    default: '',
    description: 'The branch, tag or commit of the repository; empty: its default branch.',
  },
  {
    name: 'submodules',
    flag: 'submodules',
    default: 'true',
    description: "Whether the repository's submodules are fetched as well.",
  },
  {
    name: 'trustUnknownHosts',
    flag: 'trust-unknown-hosts',
    default: 'false',
    description: 'Whether an SSH server is trusted that no known_hosts names.',
  },
  {
    name: 'archive',
    flag: 'archive',
    default: '',
    description:
      'In place of a repository: the URL of a tar, compressed or not, or of a zip, which is fetched without credentials.',
  },
  {
    name: 'stripComponents',
    flag: 'strip-components',
    default: '0',
    description: 'How many directories are left out at the beginning of the names in the archive.',
  },
  {
    name: 'image',
    flag: 'image',
    default: '',
    description: 'In place of a repository: an image whose files are the source.',
  },
  {
    name: 'subdirectory',
    flag: 'subdirectory',
    default: '',
    description: 'The directory of the workspace that gets the source, and loses what it has; empty: all of it.',
  },
].map((parameter) => ({ ...parameter, of: [] }));

/** Of all but the first, nothing needs to be there. */
const CREDENTIALS = {
  'basic-auth':
    "Who to be to the git server, with a password: a Secret of type kubernetes.io/basic-auth, or git's .git-credentials.",
  'ssh-directory':
    'Who to be to the git server, with a key: a Secret of type kubernetes.io/ssh-auth, or a .ssh directory; with known_hosts.',
  dockerconfig: 'Credentials for registries: a Secret with config.json or .dockerconfigjson.',
};

const OUTPUT = '/var/build-source';

const WORKSPACES: readonly JsonObject[] = [
  { name: 'output', description: 'Gets the source.', mountPath: OUTPUT },
  ...Object.entries(CREDENTIALS).map(([name, description]) => ({
    name,
    description,
    mountPath: secretPath(name),
    readOnly: true,
    optional: true,
  })),
];

const RESULTS = [
  { name: 'commit', description: 'The commit that was fetched; empty for an archive or image.' },
  { name: 'url', description: 'Where it was fetched from, without a password; of an archive without a query as well.' },
  { name: 'committer-date', description: 'When the commit was made, in seconds since 1970.' },
  { name: 'digest', description: 'The digest of the archive or image; empty for a commit.' },
];

function sourceStep(): JsonObject {
  const { image, prepare } = ownPrograms(`$(params.${STEPS_IMAGE})`);
  const phase: Phase = {
    name: 'prepare',
    image,
    command: prepare,
    args: sourceArgs(),
    env: [],
    mounts: [HOME],
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
