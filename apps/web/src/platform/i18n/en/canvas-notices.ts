/** English texts of the notices over the canvas, which load when they are first shown. */
export const canvasNotices = {
  callPath: 'Only the call path of {name}',
  showAll: 'Show all',
  shownOf: { one: '{shown} of {count} Idea', other: '{shown} of {count} Ideas' },
  ideaCount: { one: '{count} Idea', other: '{count} Ideas' },
  unfoldAll: 'Unfold all',
  foldLarge: 'Fold',
  asRecorded: 'The graph as this run used it',
  asInFiles: 'The graph as the files are now',
  showFiles: 'Show the current files',
  showRecorded: 'Show the recorded graph',
  emptyTitle: 'An Idea is a prompt with tools, saved as a file. Create the first one and run it.',
  emptyButton: 'New Idea',
  tidied: { one: '{count} node stays where you put it.', other: '{count} nodes stay where you put them.' },
  tidiedHint: 'The other nodes are laid out again.',
  tidyAll: 'Rearrange these too',
} as const
