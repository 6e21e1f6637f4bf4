import type { PublishedTask, Step, Task } from './published-task.ts';

/** A rule of who takes Tasks in, and where it is written. */
export interface Convention {
  readonly rule: string;
  readonly source: string;
  /** Returns the violations of the convention. */
  readonly faults: (task: PublishedTask) => readonly string[];
}

/** catlin, which Tekton's catalog runs on every change (github.com/tektoncd/catlin, pkg/validator). */
const CATLIN = 'catlin validate --versioning git';
const LAYOUT = 'github.com/tektoncd/catalog, README, "Catalog Structure"';
const RECOMMENDATIONS = 'github.com/tektoncd/catalog, recommendations.md';
const REQUIREMENTS = 'github.com/tektoncd/catalog, CONTRIBUTING.md, "Technical requirements"';
const ARTIFACT_HUB = 'artifacthub.io/docs/topics/repositories/tekton-tasks, and annotations/tekton';
/** Before 1.0 its webhook refuses them, unless a flag is set that is shipped as "false". */
const STEP_RESULTS = 'github.com/tektoncd/pipeline, config/config-feature-flags.yaml, enable-step-actions';

/** github.com/tektoncd/hub, config.yaml, from which catlin takes them. */
const CATEGORIES = [
  'Automation, Build Tools, CLI, Cloud, Code Quality, Continuous Integration, Deployment, Developer Tools, Image Build',
  'Integration & Delivery, Git, Kubernetes, Messaging, Monitoring, Networking, Openshift, Publishing, Security, Storage',
  'Testing',
].flatMap(items);

/** Every convention that a published Task is held to. */
export const CONVENTIONS: readonly Convention[] = [
  {
    rule: 'folder, file and Task have one name, and the file one document',
    source: `${CATLIN}; ${LAYOUT}`,
    faults: ({ name, documents }) => [
      ...unless(documents.length === 1, `${documents.length} documents in ${name}.yaml`),
      ...unless(
        documents.every(({ metadata }) => metadata?.name === name),
        'another name',
      ),
    ],
  },
  {
    rule: 'a label tells the version, which is semantic',
    source: `${CATLIN}; ${ARTIFACT_HUB}`,
    faults: eachTask(({ metadata }) => {
      const version = metadata.labels?.['app.kubernetes.io/version'] ?? '';
      return unless(/^\d+\.\d+(?:\.\d+)?$/.test(version), `version "${version}"`);
    }),
  },
  {
    rule: 'an annotation tells the oldest Tekton that it works with',
    source: CATLIN,
    faults: eachAnnotation('tekton.dev/pipelines.minVersion', (version) => /^\d+\.\d+\.\d+$/.test(version)),
  },
  {
    rule: 'that is 1.0 at least where steps have results, and its README says so',
    source: STEP_RESULTS,
    faults: (task) =>
      eachStep(({ name, results = [] }, { metadata }) => {
        const version = metadata.annotations?.['tekton.dev/pipelines.minVersion'] ?? 'any Tekton';
        const isTold = /^[1-9]/.test(version) && readme(task).includes('Requires Tekton 1.0 or newer');
        return unless(results.length === 0 || isTold, `step ${name} has results, for ${version}`);
      })(task),
  },
  {
    rule: 'its categories are known ones',
    source: CATLIN,
    faults: eachAnnotation('tekton.dev/categories', (text) => items(text).every((item) => CATEGORIES.includes(item))),
  },
  {
    rule: 'it has tags',
    source: CATLIN,
    faults: eachAnnotation('tekton.dev/tags', (text) => items(text).every((item) => /^[a-z0-9-]+$/.test(item))),
  },
  {
    rule: 'it has a name for people',
    source: CATLIN,
    faults: eachAnnotation('tekton.dev/displayName', (text) => text.trim() !== ''),
  },
  {
    rule: 'it tells its platforms, as OS/ARCH, and its README has a section on them',
    source: `${CATLIN}; ${RECOMMENDATIONS}`,
    faults: (task) => [
      ...eachAnnotation('tekton.dev/platforms', (text) =>
        items(text).every((item) => /^[a-z0-9]+\/[a-z0-9]+$/.test(item)),
      )(task),
      ...unless(/^##+ Platforms$/m.test(readme(task)), 'no section "Platforms" in README.md'),
    ],
  },
  {
    rule: 'its description begins with a summary, a paragraph of its own',
    source: `${CATLIN}; ${LAYOUT}`,
    faults: eachTask(({ spec: { description = '' } }) =>
      unless(/^\S[^\n]*\n\n\S/.test(description), `description "${description}"`),
    ),
  },
  {
    rule: 'images have a registry, and a digest or a version other than latest, unless a parameter names them',
    source: `${CATLIN}; ${RECOMMENDATIONS}`,
    faults: eachStep(({ name, image }) =>
      unless(
        image.includes('$(') || /^[^/]*\.[^/]*\/.+(?:@sha256:[0-9a-f]{64}|:(?!latest$)[\w.-]+)$/.test(image),
        `step ${name} has image ${image}`,
      ),
    ),
  },
  {
    rule: 'no Secret is in a variable of a step',
    source: CATLIN,
    faults: eachStep(({ name, env = [], envFrom = [] }) =>
      unless(
        env.every(({ valueFrom }) => valueFrom?.secretKeyRef === undefined) &&
          envFrom.every(({ secretRef }) => secretRef === undefined),
        `step ${name} has a Secret`,
      ),
    ),
  },
  {
    rule: 'nothing is put into a script: there is none',
    source: `${CATLIN}; ${RECOMMENDATIONS}`,
    faults: eachStep(({ name, script, command }) =>
      unless(script === undefined && command !== undefined, `step ${name} has a script, or no command`),
    ),
  },
  {
    rule: 'no step runs as root',
    source: RECOMMENDATIONS,
    faults: eachStep(({ name, securityContext }, { spec }) => {
      const { runAsNonRoot, runAsUser } = { ...spec.stepTemplate?.securityContext, ...securityContext };
      return unless(runAsNonRoot === true && runAsUser !== 0, `step ${name} may run as root`);
    }),
  },
  {
    rule: 'parameters, workspaces and results are described, there and in the README',
    source: RECOMMENDATIONS,
    faults: (task) =>
      eachTask(({ spec: { params = [], workspaces = [], results = [] } }) =>
        [...params, ...workspaces, ...results].flatMap(({ name, description = '' }) => [
          ...unless(description.trim() !== '', `${name} is not described`),
          ...unless(readme(task).includes(`\`${name}\``), `${name} is not in README.md`),
        ]),
      )(task),
  },
  {
    rule: 'the README has the option without which `tkn task start` asks for every parameter',
    source: 'tektoncd/cli, tkn_task_start',
    faults: (task) => unless(readme(task).includes('--use-param-defaults'), 'README.md has no --use-param-defaults'),
  },
  {
    rule: 'samples and a test lie beside it',
    source: `${LAYOUT}; ${REQUIREMENTS}`,
    faults: ({ files }) => [
      ...unless(
        [...files.keys()].some((file) => /^samples\/[^/]+\.yaml$/.test(file)),
        'no samples/*.yaml',
      ),
      ...unless(files.has('tests/run.yaml'), 'no tests/run.yaml'),
    ],
  },
  {
    rule: 'its license is told by its SPDX identifier',
    source: ARTIFACT_HUB,
    faults: eachAnnotation('artifacthub.io/license', (text) => text === 'Apache-2.0'),
  },
];

function eachTask(faults: (task: Task) => readonly string[]): Convention['faults'] {
  return ({ documents }) => documents.flatMap((task) => faults(task as Task));
}

function eachStep(faults: (step: Step, task: Task) => readonly string[]): Convention['faults'] {
  return eachTask((task) => task.spec.steps.flatMap((step) => faults(step, task)));
}

function eachAnnotation(name: string, isRight: (text: string) => boolean): Convention['faults'] {
  return eachTask(({ metadata }) => {
    const text = metadata.annotations?.[name];
    return unless(text !== undefined && isRight(text), `${name}: ${text ?? 'missing'}`);
  });
}

function items(text: string): readonly string[] {
  return text.split(',').map((item) => item.trim());
}

function readme({ files }: PublishedTask): string {
  return files.get('README.md') ?? '';
}

function unless(isRight: boolean, fault: string): readonly string[] {
  return isRight ? [] : [fault];
}
