/** The kubelet's reasons for images that it cannot pull. */
export const IMAGE_PULL_REASONS: readonly string[] = [
  'ErrImageNeverPull',
  'ErrImagePull',
  'ImageInspectError',
  'ImagePullBackOff',
  'InvalidImageName',
  'RegistryUnavailable',
  'SignatureValidationFailed',
];
