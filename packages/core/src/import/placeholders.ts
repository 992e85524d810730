/** The places of a prompt that other programs fill, by how they are written, each with the member of the input. */
export const placeholdersIn = (
  text: string,
  pattern: RegExp,
  memberOf: (written: string) => string,
): ReadonlyMap<string, string> => new Map((text.match(pattern) ?? []).map((written) => [written, memberOf(written)]))

/** The prompt as it was, and one line that says what fills its places. */
export const explained = (text: string, places: ReadonlyMap<string, string>): string =>
  places.size === 0
    ? text
    : `${text}\n\n${[...places].map(([written, member]) => `${written} means the member ${member} of the input.`).join(' ')}`
