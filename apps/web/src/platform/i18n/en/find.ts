/** English texts of find and replace. */
export const find = {
  title: 'Find and replace',
  text: 'In every Idea and shared Tool. A replacement is one undo step.',
  find: 'Find',
  replace: 'Replace with',
  matchCase: 'Match case',
  wholeWords: 'Whole words',
  in: 'In',
  kind: { prompt: 'Prompts', description: 'Descriptions', value: 'Values', name: 'Names' },
  namesHint:
    'Names are properties, addresses, references and protocol words. Use Rename to change a name together with its references.',
  hits: { one: '{count} place', other: '{count} places' },
  inFiles: { one: '{hits} in {count} file', other: '{hits} in {count} files' },
  none: 'Nothing found.',
  start: 'Type a text to find.',
  submit: { one: 'Replace {count} place', other: 'Replace {count} places' },
  done: { one: '{count} place replaced.', other: '{count} places replaced.' },
  undo: 'Undo',
  more: 'Show {count} more',
  go: 'Go to {place}',
  choose: 'Replace at {place}',
  all: 'All of {file}',
  broken: {
    one: '{count} file is not valid JSON and was left out.',
    other: '{count} files are not valid JSON and were left out.',
  },
} as const
