import { asConfigMap } from '../../model/objects/config-map.ts';
import { json } from '../../model/objects/reader.ts';
import { withoutTrailing } from '../../model/trailing.ts';
import { KEY_FIELD } from '../../../../translators/old-tekton/artifact-bucket.ts';
import type {
  ArtifactBucket,
  ArtifactStorage,
  ReferencedTektonObjects,
} from '../../../../translators/old-tekton/referenced-objects.ts';
import type { InputIndex } from '../input-index.ts';
import { similarObjects } from '../similar-object.ts';

/** Returns the objects of the input that objects of early Tekton can refer to. */
export function referencedTektonObjects(inputIndex: InputIndex): ReferencedTektonObjects {
  return {
    imageFacts: (image) => inputIndex.facts(image)?.value,
    pipelineResource: (namespace, name) => {
      const object = inputIndex.get('PipelineResource', namespace, name);
      return object?.kind === 'PipelineResource' ? object.value.spec : undefined;
    },
    task: (namespace, name) => {
      const object = inputIndex.get('Task', namespace, name);
      return object?.kind === 'Task' ? { task: object.value, version: object.writtenVersion } : undefined;
    },
    clusterTask: (name) => {
      const object = inputIndex.get('ClusterTask', undefined, name);
      return object?.kind === 'ClusterTask' ? { task: object.value, version: object.writtenVersion } : undefined;
    },
    pipeline: (namespace, name) => {
      const object = inputIndex.get('Pipeline', namespace, name);
      return object?.kind === 'Pipeline' ? { pipeline: object.value, version: object.writtenVersion } : undefined;
    },
    similarObject: similarObjects(inputIndex),
    artifacts: artifactStorage(inputIndex),
  };
}

/** Reads the two ConfigMaps of early Tekton in any namespace. Its default claims had 5Gi. */
function artifactStorage(inputIndex: InputIndex): ArtifactStorage {
  const bucket = artifactBucket(inputIndex);
  const storageClassName = configMapValue(inputIndex, 'config-artifact-pvc', 'storageClassName');
  return {
    size: configMapValue(inputIndex, 'config-artifact-pvc', 'size') ?? '5Gi',
    ...(bucket !== undefined && { bucket }),
    ...(storageClassName !== undefined && { storageClassName }),
  };
}

function artifactBucket(inputIndex: InputIndex): ArtifactBucket | undefined {
  const value = (key: string): string | undefined => configMapValue(inputIndex, 'config-artifact-bucket', key);
  const location = withoutTrailing(value('location')?.trim() ?? '', '/');
  if (location === '') return undefined;
  const [name, key] = [value('bucket.service.account.secret.name'), value('bucket.service.account.secret.key')];
  return {
    location,
    ...(name !== undefined && key !== undefined && { secret: { name, key } }),
    fieldName: value('bucket.service.account.field.name') ?? KEY_FIELD,
  };
}

function configMapValue(inputIndex: InputIndex, name: string, key: string): string | undefined {
  for (const object of inputIndex.all()) {
    if (object.kind !== 'Other' || object.kindName !== 'ConfigMap' || object.name !== name) continue;
    const value = asConfigMap(json(object.value)).data.get(key);
    if (value !== undefined) return value;
  }
  return undefined;
}
