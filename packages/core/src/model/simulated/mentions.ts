import { splitWords } from './words.ts'

/** A mention is one word that no person writes: this letter and the Tool's place in the list. */
const MARK = 'ʘ'
const MARKED = /ʘ(\d+)/gu

/** An identifier in any case style, in quotes or not; never a part of an address or of a file's name. */
const IDENTIFIER =
  /(["“«`']?)(?<![\p{L}\p{N}_./:@-])(\p{L}[\p{L}\p{N}]*(?:[_-]+[\p{L}\p{N}]+)*)(?![\p{L}\p{N}_/@-]|\.[\p{L}\p{N}])(["”»`']?)/gu

const CALLS = 'use|call|run|invoke|apply|launch|try|execute|trigger'
const CALLS_RUSSIAN =
  'использ(?:уй|уйте|овать)|вызов(?:и|ите)|вызвать|запуст(?:и|ите|ить)|выполн(?:и|ите|ить)|примен(?:и|ите|ить)'
/** `use countWords`: the verbs that call a Tool by its name. */
export const CALLS_TOOL = new RegExp(`^(?:${CALLS}|${CALLS_RUSSIAN})$`, 'u')
const BEFORE_NAME = new RegExp(
  `(?<!\\p{L})(?:${CALLS}|using|${CALLS_RUSSIAN}|используя|используйте|запускай|вызывай)(?: the)?(?: tool| инструмент)? $`,
  'iu',
)
const AFTER_NAME = /^\s*(?:[.,!?;]|$|(?:and|or|и|или)\s)/iu

/** Marks each Tool that the text mentions by its exact name; a name of one word only where a verb calls it. */
export const markMentions = (text: string, names: readonly string[]): string => {
  const plain = text.replaceAll(MARK, ' ')
  const wordsOf = names.map((name) => splitWords(name).join(' '))
  const indexOf = (written: string): number => {
    const exact = names.indexOf(written)
    return exact < 0 ? wordsOf.indexOf(splitWords(written).join(' ')) : exact
  }
  return plain.replaceAll(IDENTIFIER, (whole, open: string, written: string, close: string, at: number) => {
    const index = indexOf(written)
    if (index < 0) return whole
    const isCalled = BEFORE_NAME.test(plain.slice(0, at)) && AFTER_NAME.test(plain.slice(at + whole.length))
    if (splitWords(written).length < 2 && !isCalled) return whole
    const mark = `${MARK}${index}`
    return open !== '' && close !== '' ? mark : `${open}${mark}${close}`
  })
}

/** Whether a word is a mention. */
export const isMention = (word: string): boolean => word.startsWith(MARK)

/** The names of the Tools that a marked text mentions. */
export const mentionsIn = (text: string, names: readonly string[]): readonly string[] =>
  [...text.matchAll(MARKED)].flatMap(([, index]) => names[Number(index)] ?? [])

export const withoutMentions = (text: string): string => text.replaceAll(MARKED, ' ')
