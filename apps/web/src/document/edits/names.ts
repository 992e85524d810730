import { freeName, nameFault } from '../texts/files.ts'

/** Turns typed text into names that files and models accept (docs/contract/api.md#workspace-folder). */

const MOST = 60
const words = (text: string): readonly string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^A-Za-z0-9_-]+/u)
    .filter((word) => word !== '')

/** `Fact checker` → `fact-checker`, free among `taken`; a title without Latin letters becomes `idea`. */
export function ideaNameFor(title: string, taken: Iterable<string>): string {
  const slug = words(title)
    .join('-')
    .toLowerCase()
    .replaceAll(/^[^a-z]+|[-_]+$/gu, '')
    .slice(0, MOST)
  return freeName(nameFault(slug, []) === null ? slug : 'idea', taken)
}

/** `search the web` → `searchTheWeb`; a name that is written as one already stays. */
export function toolNameFor(text: string): string {
  const [first = '', ...others] = words(text)
  const name = [first, ...others.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join('')
  return name.replace(/^[^A-Za-z]+/u, '').slice(0, MOST)
}

/** `searchTheWeb` and `search_the_web` → `Search The Web`. */
export const titleOfName = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/gu, '$1 $2')
    .split(/[\s_-]+/u)
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
