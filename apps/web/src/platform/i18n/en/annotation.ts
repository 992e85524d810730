/** English texts of what people say about runs, loaded with the first place that shows it. */
export const annotation = {
  star: 'Star “{title}”',
  unstar: 'Unstar “{title}”',
  edit: 'Labels and note of “{title}”',
  title: 'Labels and note',
  labels: 'Labels',
  addLabel: 'Add a label',
  removeLabel: 'Remove the label {label}',
  note: 'Note',
  noteHint: 'The list of runs can be searched for it',
} as const
