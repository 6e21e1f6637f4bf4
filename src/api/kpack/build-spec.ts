import * as z from 'zod';
import { affinity } from '../core/affinity.ts';
import { envVar } from '../core/env-var.ts';
import { resourceRequirements } from '../core/resource-requirements.ts';
import { toleration } from '../core/toleration.ts';
import { stringMap } from '../meta/string-map.ts';
import { buildBuilder } from './build-builder.ts';
import { cnbBinding } from './cnb-binding.ts';
import { cosign } from './cosign.ts';
import { notary } from './notary.ts';
import { registryCache } from './registry-cache.ts';
import { service } from './service.ts';
import { source } from './source.ts';

const cache = z.strictObject({
  volume: z.strictObject({ persistentVolumeClaimName: z.string().exactOptional() }).exactOptional(),
  registry: registryCache.exactOptional(),
});

const lastBuild = z.strictObject({
  image: z.string().exactOptional(),
  cache: z.strictObject({ image: z.string().exactOptional() }).exactOptional(),
  stackId: z.string().exactOptional(),
});

/** The spec of a v1alpha2 Build, with kpack's defaults. */
export const buildSpec = z.strictObject({
  tags: z.array(z.string()),
  builder: buildBuilder,
  serviceAccountName: z.string().default('default'),
  source,
  cache: cache.exactOptional(),
  runImage: z.strictObject({ image: z.string().exactOptional() }).exactOptional(),
  activeDeadlineSeconds: z.int().exactOptional(),
  services: z.array(service).exactOptional(),
  cnbBindings: z.array(cnbBinding).exactOptional(),
  env: z.array(envVar).exactOptional(),
  projectDescriptorPath: z.string().exactOptional(),
  resources: resourceRequirements.exactOptional(),
  lastBuild: lastBuild.exactOptional(),
  notary: notary.exactOptional(),
  cosign: cosign.exactOptional(),
  defaultProcess: z.string().exactOptional(),
  tolerations: z.array(toleration).exactOptional(),
  nodeSelector: stringMap.exactOptional(),
  affinity: affinity.exactOptional(),
  runtimeClassName: z.string().exactOptional(),
  schedulerName: z.string().exactOptional(),
  priorityClassName: z.string().exactOptional(),
  creationTime: z.string().exactOptional(),
});
