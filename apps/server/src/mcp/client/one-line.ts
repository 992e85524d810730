const LONGEST = 400

/** An error as one line of a readable length; libraries write documents. */
export const oneLine = (error: unknown): string => {
  const text = (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ').trim()
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}
