/** Two texts that differ, with what they have in common around the difference: long ones shortened there. */
export interface TextChange {
  readonly head: string
  readonly before: string
  readonly after: string
  readonly tail: string
}

/** Characters to keep around a difference. */
const CONTEXT = 160

const WORD = /[\p{L}\p{N}\p{M}\p{Cs}_]/u
const isInsideWord = (text: string, at: number): boolean =>
  at > 0 && at < text.length && WORD.test(text.charAt(at - 1)) && WORD.test(text.charAt(at))

/** Where two texts part, in whole words: what both begin with, what each has, what both end with. */
export function textChange(before: string, after: string): TextChange {
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start++
  while (isInsideWord(before, start) || isInsideWord(after, start)) start--
  let end = 0
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++
  while (isInsideWord(before, before.length - end) || isInsideWord(after, after.length - end)) end--
  return {
    head: shortenedHead(before.slice(0, start)),
    before: before.slice(start, before.length - end),
    after: after.slice(start, after.length - end),
    tail: shortenedTail(before.slice(before.length - end)),
  }
}

const shortenedHead = (text: string): string => {
  if (text.length <= CONTEXT * 1.5) return text
  const [, kept = ''] = /^\S*([^]*)$/.exec(text.slice(-CONTEXT)) ?? []
  return `…${kept}`
}

const shortenedTail = (text: string): string => {
  if (text.length <= CONTEXT * 1.5) return text
  const [, kept = ''] = /^([^]*?)\S*$/.exec(text.slice(0, CONTEXT)) ?? []
  return `${kept}…`
}
