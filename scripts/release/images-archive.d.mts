import type { Release } from './assemble-release.mjs';

export function imagesArchive(images: Release['images']): Buffer;
