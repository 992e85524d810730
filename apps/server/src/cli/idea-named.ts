/** The Idea that a word names: by its name or its address, or by its file in the workspace, as shells complete it. */
export const ideaNamed = (word: string): string =>
  /^(?:\.[\\/])?(?:ideas[\\/])?([^\\/]+)\.json$/.exec(word)?.[1] ?? word
