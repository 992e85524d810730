/** English texts of the calls that wait for a person, loaded with them. */
export const waiting = {
  ofRun: '{run} · {idea} · run of {time}',
  since: 'waiting since {time}',
  expires: 'If no one decides, it is refused at {time}.',
  moreBelow: 'More arguments below',
  choose: 'Choose a call to decide on it.',
  simulated: 'The simulated model made up this Call, and it changes something.',
  nothingElse: 'Nothing else waits for you.',
  here: 'This run',
  others: 'Other runs',
  question: {
    answer: 'Your answer',
    send: 'Send answer',
    none: "Don't answer",
    answered: 'Answer sent.',
    declined: 'The model reads that you did not answer.',
  },
  decided: {
    approve: '{tool} is approved.',
    edit: '{tool} is approved with your changes.',
    answer: '{tool} is answered by hand: your result is used.',
    refuse: '{tool} is refused. The model reads the reason.',
    step: '{tool} continues.',
    elsewhere: '{tool} no longer waits. It was decided elsewhere, it expired, or its run ended.',
  },
  /** The run's state since then. */
  sinceThen: {
    running: 'The run continues.',
    waiting: 'The run waits for a person again.',
    completed: 'The run is done.',
    failed: 'The run failed.',
    cancelled: 'The run was cancelled.',
  },
} as const
