import type { Problem } from '@ensemble/core'
import { translatedSayings } from './translated.ts'

/** A problem's text in the page's language. Files, logs and the command line keep the English. */
export const problemText = ({ code, message }: Pick<Problem, 'code' | 'message'>): string =>
  translatedSayings()?.problem(code, message) ?? message

/** The core's hint about a keyword, a meta field or a name, in the page's language. */
export const hintText = (text: string): string => problemText({ code: '', message: text })

/** Why a problem matters, in the page's language where that is not English. */
export const problemReason = (code: string, english: string | undefined): string | undefined =>
  translatedSayings() === undefined ? english : translatedSayings()?.reason(code)

/** A fix's title. */
export const fixText = (title: string): string => translatedSayings()?.fix(title) ?? title
