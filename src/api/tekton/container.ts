import * as z from 'zod';
import { envVar } from '../core/env-var.ts';
import { plain } from './plain.ts';

const texts = z.array(z.string());

/** Kubernetes' Container, as steps, their template and sidecars of Tekton before v1 are one. */
export const container = z.strictObject({
  name: z.string().exactOptional(),
  image: z.string().exactOptional(),
  command: texts.exactOptional(),
  args: texts.exactOptional(),
  workingDir: z.string().exactOptional(),
  ports: plain.exactOptional(),
  envFrom: plain.exactOptional(),
  env: z.array(envVar).exactOptional(),
  resources: plain.exactOptional(),
  volumeMounts: plain.exactOptional(),
  volumeDevices: plain.exactOptional(),
  livenessProbe: plain.exactOptional(),
  readinessProbe: plain.exactOptional(),
  startupProbe: plain.exactOptional(),
  lifecycle: plain.exactOptional(),
  terminationMessagePath: z.string().exactOptional(),
  terminationMessagePolicy: z.string().exactOptional(),
  imagePullPolicy: z.string().exactOptional(),
  securityContext: plain.exactOptional(),
  stdin: z.boolean().exactOptional(),
  stdinOnce: z.boolean().exactOptional(),
  tty: z.boolean().exactOptional(),
});
