import { CHANGES_ANNOTATION, REASON_ANNOTATION } from '../../src/core/model/image-metadata.ts';
import type { Manifest } from '../../src/core/model/kubernetes-object.ts';
import { fieldError, type FieldProblem } from '../../src/core/model/problem.ts';
import { childName } from '../../src/core/model/names.ts';
import type { ResolvedBuild } from '../../src/core/model/resolved-build.ts';
import type { Workload } from '../../src/core/model/workload.ts';
import { buildInputs } from './build-inputs.ts';
import { annotationVolume, readOnlyMount, type Volume } from './volumes.ts';
import { objectMetadata } from './workload-metadata.ts';

type Strings = Readonly<Record<string, string>>;

/** Shows the inputs to prepare and completion. */
export const INPUTS = readOnlyMount('build-inputs-dir', '/var/build-inputs');

const INPUTS_NAME = 'inputs.json';

export const INPUTS_FILE = `${INPUTS.mountPath}/${INPUTS_NAME}`;

const INPUTS_ANNOTATION = 'taskpack.dev/inputs';

/** kpack explains in these annotations why it builds. prepare prints them at the head of the log. */
const LOGGED_ANNOTATIONS = [
  { path: 'reason', annotation: REASON_ANNOTATION },
  { path: 'changes.json', annotation: CHANGES_ANNOTATION },
] as const;

const MAX_ANNOTATION_BYTES = 128 * 1024;

/** The limit of all annotations of an object (apimachinery, ValidateAnnotations). */
const MAX_ANNOTATIONS_BYTES = 256 * 1024;

/** `kubectl apply` adds an annotation with the whole object in it. This much is reserved for the rest of the object. */
const RESERVED_BYTES = 48 * 1024;

/** The limit of a ConfigMap (core/v1 validation). */
const MAX_CONFIG_MAP_BYTES = 1024 * 1024;

/** The volume that shows the inputs, and where their text is: in an annotation, or in a ConfigMap if it is too large. */
export interface InputsDelivery {
  readonly annotations: Strings;
  readonly volume: Volume;
  readonly configMap?: Manifest;
}

/** Chooses an annotation or a ConfigMap by size. `annotations` are those that the workload has already. */
export function deliverInputs(build: ResolvedBuild, workload: Workload, annotations: Strings): InputsDelivery {
  const text = inputsText(build, workload);
  return fitsAnnotation(text, annotations) ? byAnnotation(text, annotations) : byConfigMap(build, text, annotations);
}

/** Refuses inputs that not even a ConfigMap can hold. */
export function checkInputsSize(build: ResolvedBuild, workload: Workload): readonly FieldProblem[] {
  const size = Buffer.byteLength(inputsText(build, workload));
  if (size <= MAX_CONFIG_MAP_BYTES) return [];
  const message = `the inputs of the build take ${size} bytes, and a ConfigMap holds at most ${MAX_CONFIG_MAP_BYTES}; shorten the variables`;
  return [fieldError(['spec', 'env'], message)];
}

function inputsText(build: ResolvedBuild, workload: Workload): string {
  return JSON.stringify(buildInputs(build, workload));
}

/** True if `kubectl apply` can apply the object with this text. It stores each annotation twice: plain and quoted. */
function fitsAnnotation(text: string, annotations: Strings): boolean {
  const size = Buffer.byteLength(text);
  const all = [text, ...Object.entries(annotations).flat()];
  const total = all.reduce((sum, part) => sum + Buffer.byteLength(part) + Buffer.byteLength(JSON.stringify(part)), 0);
  return size <= MAX_ANNOTATION_BYTES && total + RESERVED_BYTES <= MAX_ANNOTATIONS_BYTES;
}

function byAnnotation(text: string, annotations: Strings): InputsDelivery {
  const files = [{ path: INPUTS_NAME, annotation: INPUTS_ANNOTATION }, ...loggedAnnotations(annotations)];
  return { annotations: { [INPUTS_ANNOTATION]: text }, volume: annotationVolume(INPUTS.name, files) };
}

function byConfigMap(build: ResolvedBuild, text: string, annotations: Strings): InputsDelivery {
  const name = childName(build.name, '-inputs');
  const configMap = { configMap: { name } };
  const logged = loggedAnnotations(annotations);
  const { downwardAPI = {} } = annotationVolume(INPUTS.name, logged);
  return {
    annotations: {},
    volume: {
      name: INPUTS.name,
      ...(logged.length === 0 ? configMap : { projected: { sources: [configMap, { downwardAPI }] } }),
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

function loggedAnnotations(annotations: Strings): readonly { path: string; annotation: string }[] {
  return LOGGED_ANNOTATIONS.filter(({ annotation }) => annotations[annotation] !== undefined);
}
