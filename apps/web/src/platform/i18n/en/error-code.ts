/** English texts of the pages of error codes, loaded with them. */
export const errorCode = {
  unknown: 'This code has no page. It comes from another program.',
  remedy: 'What to do',
  where: 'Where it shows',
  places: {
    call: 'A refused or failed Call. The model reads it in its next turn, and the trace shows it.',
    run: 'A run that could not start or ended without an output.',
    problem: 'A problem on a file: on the node, under Problems and in `ensemble validate`.',
    api: 'An answer of the API, or a line in the terminal.',
  },
} as const
