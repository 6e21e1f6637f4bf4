/** The namespace that the controller is installed in, unless the user chooses another one. */
export const CONTROLLER_NAMESPACE = 'taskpack';
