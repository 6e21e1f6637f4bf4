import * as z from 'zod';
import { status } from '../meta/status.ts';
import { resolvedBuildpack } from './resolved-buildpack.ts';

/** The status of a Buildpack, ClusterBuildpack or ClusterStore: every buildpack in its images, nested ones too. */
export const buildpacksStatus = status.extend({ buildpacks: z.array(resolvedBuildpack).exactOptional() });
