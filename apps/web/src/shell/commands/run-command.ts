import { holdKeys } from '../../platform/session/held-keys.ts'

/** Does what the user asked for, if that is possible now. The Commands load after the first view, or with the first one. */
export const runCommand = (id: string): void =>
  void holdKeys(import('./registry.ts').then((registry) => registry.runCommand(id)))
