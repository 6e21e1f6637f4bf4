import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { STACK } from '../../cluster/universe/stack.ts';
import type { BenchBed } from '../e2e/bed.ts';
import { creatorTask, phasesTask } from './catalog-steps.ts';

/** A Task under test, with its own namespace. */
export interface Variant {
  readonly name: string;
  readonly namespace: string;
  /** The fields of a TaskRun that select the Task. */
  readonly task: (bed: BenchBed) => Readonly<Record<string, unknown>>;
}

const { uid, gid } = STACK.build;

/** taskpack's Task and those of Tekton's catalog, whose images are rebuilt. */
export const VARIANTS: readonly Variant[] = [
  {
    name: 'buildpacks',
    namespace: 'ours',
    task: ({ applications, steps }) => ({
      taskRef: { name: 'buildpacks' },
      ...parameters({ BUILDER_IMAGE: applications.small.builder, STEPS_IMAGE: steps.STEPS_IMAGE }),
      podTemplate: { securityContext: { runAsUser: uid, runAsGroup: gid, fsGroup: gid } },
    }),
  },
  {
    name: "the steps of the catalog's buildpacks 0.6",
    namespace: 'catalog-creator',
    task: (bed) => ({ taskSpec: creatorTask(bed), ...parameters({}) }),
  },
  {
    name: "the steps of the catalog's buildpacks-phases 0.3",
    namespace: 'catalog-phases',
    task: (bed) => ({ taskSpec: phasesTask(bed), ...parameters({}) }),
  },
];

/** One run with the source on the namespace's claim. */
export function taskRun(bed: BenchBed, { namespace, task }: Variant, name: string): KubernetesObject {
  const { params, ...rest } = task(bed) as { readonly params: readonly object[] };
  const image = { name: 'APP_IMAGE', value: `${bed.cluster.registry.address}/app/${namespace}` };
  return {
    apiVersion: 'tekton.dev/v1',
    kind: 'TaskRun',
    metadata: { name, namespace },
    spec: {
      ...rest,
      params: [image, ...params],
      workspaces: [{ name: 'source', persistentVolumeClaim: { claimName: 'source' } }],
    },
  };
}

function parameters(values: Readonly<Record<string, string>>): { readonly params: readonly object[] } {
  return { params: Object.entries(values).map(([name, value]) => ({ name, value })) };
}
