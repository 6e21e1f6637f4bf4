/** The annotation of the default StorageClass. Like kpack, ignores the older annotation of Kubernetes with `beta`. */
export const DEFAULT_CLASS_ANNOTATION = 'storageclass.kubernetes.io/is-default-class';
