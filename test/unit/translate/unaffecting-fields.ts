/** A field of the input that may change neither the output nor the messages, and the reason. */
export interface UnaffectingField {
  readonly kinds: RegExp;
  readonly path: RegExp;
  readonly reason: string;
  /** True if the field counts in every Build except a rebase. */
  readonly ofRebases?: true;
}

/** The complete list. Every other field of a Build, Image, Task, TaskRun or PipelineResource counts, or is reported. */
export const UNAFFECTING_FIELDS: readonly UnaffectingField[] = [
  {
    kinds: /./,
    path: /^metadata\.(?:generation|resourceVersion|selfLink|creationTimestamp|deletion\w+|managedFields|finalizers)\b/,
    reason: 'the API server writes it',
  },
  {
    kinds: /./,
    path: /^metadata\.ownerReferences\b/,
    reason: 'the object that owns the Build writes it, and the workload has the Build as its owner',
  },
  {
    kinds: /./,
    path: /^metadata\.annotations\[kubectl\.kubernetes\.io\/last-applied-configuration\]$/,
    reason: 'kubectl writes it',
  },
  { kinds: /./, path: /^status\b/, reason: 'a controller writes it' },
  {
    kinds: /^(?:Build|Image)$/,
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
    path: /\.(?:taskRef|pipelineRef)\.apiVersion$/,
    reason: 'it is the version before the translation; in v1 it would mark a custom task',
  },
];
