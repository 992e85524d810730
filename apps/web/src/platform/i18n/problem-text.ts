import type { Problem } from '@ensemble/core'
import { translatedSayings } from './translated.ts'

/** What a problem says, in the page's language. Its English stays in files, logs and the command line. */
export const problemText = ({ code, message }: Pick<Problem, 'code' | 'message'>): string =>
  translatedSayings()?.problem(code, message) ?? message

/** Why a problem matters, in the page's language where that is not English. */
export const problemReason = (code: string, english: string | undefined): string | undefined =>
  translatedSayings() === undefined ? english : translatedSayings()?.reason(code)

/** What a fix is called. */
export const fixText = (title: string): string => translatedSayings()?.fix(title) ?? title
