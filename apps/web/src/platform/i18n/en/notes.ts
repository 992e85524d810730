/** English texts of notes on the canvas; loaded with them. */
export const notes = {
  label: 'Note: {text}',
  empty: 'Empty note',
  write: 'Write a note',
  edit: 'Text of the note',
  resize: 'Resize the note',
  hint: 'Double-click or press Enter to write. Markdown works.',
}
