/** English texts of extracting a recorded module as an Idea, loaded with its dialog. */
export const extract = {
  title: 'Extract as an Idea',
  text: 'The module becomes a file in ideas/, whose input declares the arguments of this call and what it imported; the recorded values are the example. The recorded steps become its first case; nothing is asked or run again.',
  submit: 'Extract',
  name: 'Name',
  nameHint: 'Letters, digits, - and _',
  nameFault: {
    invalid: 'A name begins with a letter and has letters, digits, - and _.',
    taken: 'There is an Idea {name} already.',
    reserved: 'This name is reserved.',
  },
  ideaTitle: 'Title',
  busy: 'Extracting',
  noCase: 'The Idea is there; its run did not complete by itself, so it has no case yet.',
} as const
