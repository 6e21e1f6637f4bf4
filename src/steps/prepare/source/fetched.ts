/** What was fetched, in the words that the lifecycle writes into the image (kpack's, pkg/git, pkg/blob, pkg/registry). */
export type Fetched =
  | {
      readonly type: 'git';
      readonly metadata: { readonly repository: string; readonly revision: string };
      readonly version: { readonly commit: string };
      /** Seconds since 1970 that the commit says it was made at; no part of what the image says. */
      readonly committed?: string;
    }
  | {
      readonly type: 'blob';
      readonly metadata: { readonly url: string };
      readonly version: { readonly sha256sum: string };
    }
  | {
      readonly type: 'image';
      readonly metadata: { readonly image: string };
      readonly version: { readonly digest: string };
    }
  /** Nobody has said where it came from. */
  | { readonly type: 'directory' };
