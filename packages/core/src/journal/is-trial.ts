import type { Run } from './run-types.ts'

/** Between the Tool's name and the hash in a trial's address: no file of a workspace is called so. */
export const TRIAL = '.trial:'

/** Whether a Run only tried a Tool alone. */
export const isTrial = ({ idea }: Pick<Run, 'idea'>): boolean => idea.includes(TRIAL)
