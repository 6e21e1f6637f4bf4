import type { SpdxPackage } from '../release/assembled.mjs';

export function cycloneDxDocument(subject: SpdxPackage, packages: readonly SpdxPackage[]): string;
