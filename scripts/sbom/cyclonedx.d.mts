import type { SpdxPackage } from '../release/assemble-release.mjs';

export function cycloneDxDocument(subject: SpdxPackage, packages: readonly SpdxPackage[]): string;
