/** English texts of the keys of an open run, loaded with the help. */
export const traceKeys = {
  title: 'In an open run',
  select: 'Select another span',
  fold: 'Fold and unfold a span',
  goTo: 'Go to the instant when the span began',
  zoom: 'Zoom in, zoom out, fit the whole run',
  pan: 'Move along the time line',
  step: 'Step by an event, by ten with Shift',
  jump: 'Next call, error or approval. Capital letters for the previous.',
  play: 'Play and pause',
} as const
