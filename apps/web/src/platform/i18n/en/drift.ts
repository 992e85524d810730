/** English texts of what callers passed to a Module, loaded with the form of a Tool that delegates. */
export const driftTexts = {
  title: 'Recorded Calls',
  compare: 'Compare with the module’s current input',
  comparing: 'Reading the record…',
  none: { one: 'No such Call in the newest {count} run.', other: 'No such Call in the newest {count} runs.' },
  fit: { one: '{count} Call, and it fits.', other: '{count} Calls, and all fit.' },
  bridged: {
    one: 'The {count} Call doesn’t fit the current input of {to}.',
    other: '{share} % of {count} Calls don’t fit the current input of {to}.',
  },
  byModel: 'Its model has to bridge them.',
  unjudged: { one: '{count} Call couldn’t be judged.', other: '{count} Calls couldn’t be judged.' },
  times: '{count} ×',
  show: 'Show a Call with this difference',
  promote: 'Make it an upfront contract',
  promoteHint:
    'The module’s input becomes the Tool’s parameters, so the caller’s model fills them in correctly. One undo takes it back.',
} as const
