/**
 * The names on the registry, in the only place that names them: the packages of the repository are called the same. Files of users
 * import the core by its name, so a name that was published stays.
 */
export const NAMES = { core: '@ensemble/core', audio: '@ensemble/audio', command: 'ensemble' }
