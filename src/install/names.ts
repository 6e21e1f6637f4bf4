/** What an installation is called. `config/310-deprecated-fields.yaml` knows the controller by namespace and account. */
export const NAMESPACE = 'taskpack';
export const SERVICE_ACCOUNT = 'controller';
export const DEPLOYMENT = 'taskpack-controller';
export const LEASE = 'taskpack-controller';
export const SETTINGS_CONFIG_MAP = 'settings';
export const PRIORITY_CLASS = 'taskpack-control-plane';
