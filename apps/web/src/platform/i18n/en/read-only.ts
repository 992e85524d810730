/** English texts of the banner of a workspace that cannot be written, loaded with it. */
export const readOnlyTexts = {
  title: 'This workspace is read-only.',
  text: 'Edits are not saved and nothing runs until the folder is writable and Ensemble is restarted.',
} as const
