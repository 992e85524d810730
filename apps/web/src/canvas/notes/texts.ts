import { createTexts } from '../../i18n/index.ts'

export const t = createTexts({
  label: 'Note: {text}',
  empty: 'Empty note',
  write: 'Write a note',
  edit: 'Text of the note',
  resize: 'Resize the note',
  hint: 'Double-click or Enter to write; Markdown shows as such',
})
