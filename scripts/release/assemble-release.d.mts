import type { Blob, Image } from '../../src/core/oci/image.ts';
import type { SignedContent } from '../signing.mjs';

/** A package in SPDX's terms. */
export interface SpdxPackage {
  readonly name: string;
  readonly versionInfo: string;
  readonly SPDXID?: string;
  readonly licenseDeclared?: string;
  readonly supplier?: string;
  readonly primaryPackagePurpose?: 'APPLICATION' | 'CONTAINER';
  readonly checksums?: readonly { readonly algorithm: string; readonly checksumValue: string }[];
  readonly externalRefs?: readonly object[];
}

export interface Bom {
  readonly subject: SpdxPackage;
  readonly packages: readonly SpdxPackage[];
}

/** The inputs of `assembleRelease`. */
export interface ReleaseInputs {
  readonly version: string;
  readonly kind: 'release' | 'draft';
  readonly commit: string;
  readonly registry: string;
  readonly repository: string;
  readonly node: string;
  readonly images: readonly {
    readonly name: string;
    readonly platforms: readonly { readonly image: Image; readonly bom: Bom }[];
  }[];
  readonly npm: { readonly tarball: Buffer; readonly bom: Bom };
  readonly executables: readonly {
    readonly architecture: string;
    readonly archive: Buffer;
    readonly bom: Bom;
  }[];
}

export interface Release {
  readonly files: Map<string, Buffer>;
  readonly images: readonly {
    readonly name: string;
    readonly reference: string;
    readonly root: Blob;
    readonly images: readonly Image[];
  }[];
  readonly sboms: readonly object[];
}

export function assembleRelease(inputs: ReleaseInputs): Release;
export function withSignature(release: Release, sign: (content: Buffer) => SignedContent): Release;
