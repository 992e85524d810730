import { GENRE_TABLE } from './genre-table.ts'
import type { Genre } from './genre.ts'
import { matchesStem } from './stems.ts'

export type GenreName = keyof typeof GENRE_TABLE
export const GENRES: Readonly<Record<GenreName, Genre>> = GENRE_TABLE
export const GENRE_NAMES = Object.keys(GENRE_TABLE) as readonly GenreName[] // the keys of a constant table

/** The genre that a score's R: line names, also in words of its own (`Irish jig`); a ballad where it names none. */
export const genreOf = (text: string): Genre => {
  const known = GENRE_NAMES.find((name) => name === text)
  if (known !== undefined) return GENRES[known]
  const words = text.toLowerCase().split(/[^\p{L}\p{N}-]+/u)
  const named = GENRE_NAMES.find((name) =>
    GENRES[name].stems.some((stem) => words.some((word) => matchesStem(word, stem))),
  )
  return GENRES[named ?? 'ballad']
}
