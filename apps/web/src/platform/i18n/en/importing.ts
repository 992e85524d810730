/** English texts of the import dialog, loaded with it. */
export const importing = {
  title: 'Import',
  text: 'A zip of a workspace, an exported run, a list of agents, or tools in another format: OpenAI, MCP, OpenAPI, TypeScript, JavaScript, Go. No code is run, and no existing file is overwritten.',
  choose: 'Choose a file…',
  drop: 'or drop it here',
  reading: 'Reading {name}…',
  refused: '{name} was not imported',
  unknown: 'This is not a zip, an exported run or a text with tools. Nothing was imported.',
  tooLarge: 'The file has {size} MB. Tools are read from texts of at most 8 MB. Nothing was imported.',
  noIdea: 'Tools belong to an Idea. Create an Idea first, then import the tools.',
  taken: { one: '{count} file imported', other: '{count} files imported' },
  noneTaken: 'Nothing new',
  unchanged: { one: '{count} file already existed, unchanged', other: '{count} files already existed, unchanged' },
  left: { one: '{count} file skipped', other: '{count} files skipped' },
  whole: 'To unpack everything, including its code, into a new folder:',
  done: 'Done',
} as const
