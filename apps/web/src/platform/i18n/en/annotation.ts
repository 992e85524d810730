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
  noteHint: 'You can find the run by it in the list of runs',
} as const
