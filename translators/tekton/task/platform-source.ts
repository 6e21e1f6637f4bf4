import { readOnlyMount } from '../../phases/volume.ts';

/** Where prepare finds the volume that PLATFORM_DIR names. */
export const PLATFORM_SOURCE = readOnlyMount('$(params.PLATFORM_DIR)', '/var/build-platform');

/** The volume that it names where it is not given. */
export const NO_PLATFORM = 'empty-dir';
