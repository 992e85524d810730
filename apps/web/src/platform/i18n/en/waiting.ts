/** English texts of the calls that wait for a person, loaded with them. */
export const waiting = {
  ofRun: '{run} · {idea} · run of {time}',
  since: 'waits since {time}',
  expires: 'Unless somebody decides, it is refused at {time}.',
  choose: 'Choose a call to decide on it.',
  simulated: 'The simulated model made this Call up, and the Call changes something.',
  nothingElse: 'Nothing else waits for you.',
  here: 'This run',
  others: 'Other runs',
  question: {
    answer: 'Your answer',
    send: 'Send answer',
    none: "Don't answer",
    answered: 'Answer sent. The run continues.',
    declined: 'The model reads that you did not answer.',
  },
  decided: {
    approve: '{tool} is approved: the run goes on.',
    edit: '{tool} is approved with your changes: the run goes on.',
    answer: '{tool} is answered by hand: the run goes on with your result.',
    refuse: '{tool} is refused: the model reads why.',
    step: '{tool} goes on.',
    elsewhere: '{tool} no longer waits: it was decided elsewhere, its time was up, or its run has ended.',
  },
} as const
