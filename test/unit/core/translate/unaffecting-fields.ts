/** A field of the input that may change neither the output nor the messages, and the reason. */
export interface UnaffectingField {
  readonly kinds: RegExp;
  readonly path: RegExp;
  readonly reason: string;
  /** True if the field counts in every Build except a rebase. */
  readonly ofRebases?: true;
}

const KPACK = /^(?:Build|Image)$/;

const TEKTON = /^(?:Task|ClusterTask|TaskRun|Pipeline|PipelineRun|PipelineResource)$/;

/** The complete list. Every other field of a Build, an Image and the kinds of old Tekton counts, or is reported. */
export const UNAFFECTING_FIELDS: readonly UnaffectingField[] = [
  {
    kinds: /./,
    path: /^metadata\.(?:generation|resourceVersion|selfLink|creationTimestamp|deletion\w+|managedFields)\b/,
    reason: 'the API server writes it',
  },
  {
    kinds: TEKTON,
    path: /^metadata\.uid$/,
    reason: 'the API server writes it, and the object in v1 is the same object',
  },
  { kinds: /^ClusterTask$/, path: /^metadata\.namespace$/, reason: 'the API server ignores it' },
  {
    kinds: KPACK,
    path: /^metadata\.(?:ownerReferences|finalizers)\b/,
    reason: 'the Build keeps it, and the workload has the Build as its owner',
  },
  {
    kinds: /./,
    path: /^metadata\.annotations\[kubectl\.kubernetes\.io\/last-applied-configuration\]$/,
    reason: 'kubectl writes it',
  },
  { kinds: /./, path: /^status\b/, reason: 'a controller writes it' },
  {
    kinds: KPACK,
    path: /^spec\.(?:build\.)?services\[\d+\]\.apiVersion$/,
    reason: 'a binding of kind Secret is a core Secret whatever its apiVersion is, as in kpack',
  },
  {
    kinds: /^Build$/,
    path: /^spec\.lastBuild\.stackId$/,
    reason: 'kpack writes it, and compares it only if a Build is a rebase',
  },
  {
    kinds: /^Build$/,
    path: /^spec\.(?:source|env|services|cnbBindings|cache|projectDescriptorPath|creationTime|defaultProcess)\b/,
    reason: 'a rebase runs no buildpacks, so it has no source, environment, bindings or cache, as in kpack',
    ofRebases: true,
  },
  {
    kinds: /^(?:TaskRun|Pipeline|PipelineRun)$/,
    path: /\.(?:taskRef|pipelineRef|resourceRef)\.apiVersion$/,
    reason: 'it is the version before the translation; in v1 it would mark a custom task',
  },
  {
    kinds: TEKTON,
    path: /\boutputs(?:\.resources)?\[\d+\]\.optional$/,
    reason:
      'a step copies or uploads the files of an output only if a run binds it, so each Task may be run without it',
  },
];
