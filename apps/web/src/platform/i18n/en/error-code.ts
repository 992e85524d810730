/** English texts of the pages of error codes, loaded with them. */
export const errorCode = {
  unknown: 'There is no page for this code: it is another program’s.',
  remedy: 'What to do',
  where: 'Where it shows',
  places: {
    call: 'A refused or failed Call: the model reads it in its next turn, and it shows in the trace.',
    run: 'A run that could not start or ended without an output.',
    problem: 'A problem on a file: on the node, under Problems and in `ensemble validate`.',
    api: 'An answer of the API, or a line in the terminal.',
  },
} as const
