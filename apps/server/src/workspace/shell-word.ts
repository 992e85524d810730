/** A word as it is typed after a command, whatever it holds: nothing in it means anything to the shell. */
export const shellWord = (word: string, platform: NodeJS.Platform = process.platform): string => {
  if (/^[\w.,+@%:/-]+$/.test(word)) return word
  // A name on Windows holds no double quote, and its shells share no other.
  return platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", `'\\''`)}'`
}

/** The flag that leads another command to the same workspace. */
export const placeOf = (workspace: string | undefined): string =>
  workspace === undefined ? '' : ` --workspace ${shellWord(workspace)}`
