import type { Manifest } from '../../src/model/manifest.ts';
import { childName } from '../../src/model/names.ts';
import type { ResolvedBuild } from '../../src/model/resolved-build.ts';
import { buildInputs } from './inputs.ts';
import { annotationVolume, readOnlyMount, type Volume } from './volume.ts';
import { objectMetadata } from './workload-metadata.ts';

type Strings = Readonly<Record<string, string>>;

/** The volume by which inputs reach prepare and completion. */
export const INPUTS = readOnlyMount('build-inputs-dir', '/var/build-inputs');

const INPUTS_NAME = 'inputs.json';

export const INPUTS_FILE = `${INPUTS.mountPath}/${INPUTS_NAME}`;

const INPUTS_ANNOTATION = 'taskpack.dev/inputs';

/** kpack's own words on why it builds, for the head of the log. */
const LOGGED_ANNOTATIONS = [
  { path: 'reason', annotation: 'image.kpack.io/reason' },
  { path: 'changes.json', annotation: 'image.kpack.io/buildChanges' },
] as const;

const LARGEST_ANNOTATION = 128 * 1024;

/** An object's annotations take 256 KiB at most (apimachinery, ValidateAnnotations); 4 of them are left for others. */
const LARGEST_ANNOTATIONS = 252 * 1024;

/** How inputs travel: in an annotation of the pod, or in a ConfigMap where they are too large for that. */
export interface InputsDelivery {
  readonly annotations: Strings;
  readonly volume: Volume;
  readonly configMap?: Manifest;
}

/** Chooses the way by size; `annotations` are those that the workload has anyhow. */
export function deliverInputs(build: ResolvedBuild, annotations: Strings): InputsDelivery {
  const text = JSON.stringify(buildInputs(build));
  const size = Buffer.byteLength(text);
  const fits = size <= LARGEST_ANNOTATION && size + annotationsSize(annotations) <= LARGEST_ANNOTATIONS;
  return fits ? byAnnotation(text, annotations) : byConfigMap(build, text, annotations);
}

/** Bytes that annotations take of their object's allowance. */
export function annotationsSize(annotations: Strings): number {
  return Object.entries(annotations).reduce((sum, entry) => sum + Buffer.byteLength(entry.join('')), 0);
}

function byAnnotation(text: string, annotations: Strings): InputsDelivery {
  const files = [{ path: INPUTS_NAME, annotation: INPUTS_ANNOTATION }, ...logged(annotations)];
  return { annotations: { [INPUTS_ANNOTATION]: text }, volume: annotationVolume(INPUTS.name, files) };
}

function byConfigMap(build: ResolvedBuild, text: string, annotations: Strings): InputsDelivery {
  const name = childName(build.name, '-inputs');
  const { downwardAPI } = annotationVolume(INPUTS.name, logged(annotations));
  const configMap = { configMap: { name } };
  return {
    annotations: {},
    volume: {
      name: INPUTS.name,
      ...(logged(annotations).length === 0
        ? configMap
        : { projected: { sources: [configMap, { downwardAPI: downwardAPI ?? {} }] } }),
    },
    configMap: {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: objectMetadata(build, { name }),
      immutable: true,
      data: { [INPUTS_NAME]: text },
    },
  };
}

function logged(annotations: Strings): readonly { path: string; annotation: string }[] {
  return LOGGED_ANNOTATIONS.filter(({ annotation }) => annotations[annotation] !== undefined);
}
