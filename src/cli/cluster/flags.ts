/** The options that `addClusterOptions` adds, as commander gives them. */
export interface ClusterFlags {
  readonly kubeconfig?: string;
  readonly context?: string;
}
