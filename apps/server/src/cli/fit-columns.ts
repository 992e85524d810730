/** Characters two columns wide: the scripts and signs of East Asia, and emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u
/** Characters of no width, which combine with others. */
const NARROW = /[\p{Mn}\p{Me}\p{Cf}]/u

const widthOf = (character: string): number => (NARROW.test(character) ? 0 : WIDE.test(character) ? 2 : 1)

/** How many columns of a terminal a line of text takes, without styles. */
export const columnsOf = (text: string): number =>
  [...text].reduce((columns, character) => columns + widthOf(character), 0)

/** The text where it fits into so many columns, else its beginning with a sign that more was there. */
export const fitColumns = (text: string, most: number): string => {
  if (columnsOf(text) <= most) return text
  let columns = 1
  let fitting = ''
  for (const character of text) {
    columns += widthOf(character)
    if (columns > most) break
    fitting += character
  }
  return most < 1 ? '' : `${fitting}…`
}
