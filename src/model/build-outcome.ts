/**
 * What completion reports: the value of Tekton's results by these names, or as JSON the termination message of its
 * container. The kubelet keeps few bytes of it, so that it names what was made and nothing else.
 */
export interface BuildOutcome {
  /** The first tag, without a digest. */
  readonly IMAGE_URL: string;
  /** `sha256:` and 64 hexadecimal digits. */
  readonly IMAGE_DIGEST: string;
  /** The cache image by digest, where one was written. */
  readonly CACHE_IMAGE?: string;
}
