/**
 * The result that completion reports. On Tekton each field is a TaskRun result of the same name. On native Pods the
 * whole record is the container's termination message, as JSON. The kubelet truncates long messages, so the record
 * contains only references.
 */
export interface BuildOutcome {
  /** The first tag, without a digest. */
  readonly IMAGE_URL: string;
  /** `sha256:` and 64 hexadecimal digits. */
  readonly IMAGE_DIGEST: string;
  /** The cache image by digest. Absent if the build wrote no cache image. */
  readonly CACHE_IMAGE?: string;
}
