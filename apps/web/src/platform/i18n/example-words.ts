import { translatedSayings } from './translated.ts'

/** A text of a bundled example in the page's language: labels, hints and titles. Any other text stays as its file has it. */
export const exampleText = (text: string): string => translatedSayings()?.example(text) ?? text
