import type { Json, Run } from '@ensemble/core'
import type { Stored } from '@ensemble/core/journal'
import { ideaName, inputTitle, isBodyRef } from '@ensemble/core/trace'
import { ideaTitle } from '../../document/open/idea-title.ts'
import { language } from '../../platform/i18n/language.ts'

/** A Run's name in lists: the first input text longer than a word, else the first one, else its Idea. */
export function runTitle({ idea, input }: { readonly idea: string; readonly input: Stored<Json> }): string {
  const title = isBodyRef(input) ? undefined : inputTitle(input)
  return title ?? ideaTitle(ideaName(idea))
}

const TIME = { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false } as const
const CLOCK = new Intl.DateTimeFormat(language, TIME)
const DAY_AND_CLOCK = new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric', ...TIME })

const DAY = new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric' })

/** When something began, for a narrow column: the time of day, or the day where that is not today. */
export const beganAt = (at: string, now: Date = new Date()): string => {
  const date = new Date(at)
  return (date.toDateString() === now.toDateString() ? CLOCK : DAY).format(date)
}

/** When something was, as short as tells it apart: the time of day, with the day before it where that is not today. */
export const clockOf = (at: string, now: Date = new Date()): string => {
  const date = new Date(at)
  return (date.toDateString() === now.toDateString() ? CLOCK : DAY_AND_CLOCK).format(date)
}

const MOST_LETTERS = 28

/** A Run in a line of plain text, its distinction first: time, status, fork, name. */
export const runLine = (run: Run, words: { readonly status: string; readonly fork: string }, now?: Date): string => {
  const title = runTitle(run)
  const name = title.length > MOST_LETTERS ? `${title.slice(0, MOST_LETTERS)}…` : title
  const parts = [clockOf(run.startedAt, now), words.status, ...(run.parent === undefined ? [] : [words.fork]), name]
  return parts.join(' · ')
}
