const LONGEST = 80

/** The beginning of a text: what a sentence shows of a value that may be of any length. */
export const clip = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)
