/** English texts of the import dialog, loaded with it. */
export const importing = {
  title: 'Import',
  text: 'A zip of a workspace, an exported run, a list of agents, or tools in another format: OpenAI, MCP, OpenAPI, TypeScript, JavaScript, Go. No code is run, and no existing file is overwritten.',
  choose: 'Choose a file…',
  drop: 'or drop it here',
  reading: 'Reading {name}…',
  refused: '{name} was not imported',
  unknown: 'It is no zip, no exported run, and no text with tools in it. Nothing was imported.',
  tooLarge: 'It holds {size} MB; tools are read from texts of at most 8 MB. Nothing was imported.',
  noIdea: 'Tools belong to an Idea. Create an Idea first, then import the tools.',
  taken: { one: '{count} file was taken', other: '{count} files were taken' },
  noneTaken: 'Nothing is new',
  unchanged: { one: '{count} file was there already, the same', other: '{count} files were there already, the same' },
  left: { one: '{count} file was not taken', other: '{count} files were not taken' },
  whole: 'To unpack all of it, with its code, into a folder of its own:',
  done: 'Done',
} as const
