/** By which Tekton lets the first step begin, once all else in the pod is ready (tektoncd/pipeline, pkg/pod/entrypoint.go). */
export const TEKTON_READY_ANNOTATION = 'tekton.dev/ready';
