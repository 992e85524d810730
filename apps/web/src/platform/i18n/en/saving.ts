/** English texts of forms that save themselves, loaded with the first of them. */
export const saving = {
  begun: 'Saved automatically',
  saved: 'Saved',
  unsaved: 'Saving…',
  refused: 'Not saved: {reason}',
  undo: 'Undo the last change',
} as const
