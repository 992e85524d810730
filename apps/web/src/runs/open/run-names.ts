import type { Json, Run } from '@ensemble/core'
import { ideaName, isBodyRef } from '@ensemble/core/trace'
import { ideaTitle } from '../../document/open/idea-title.ts'
import { runTitle } from './run-title.ts'

/** Names of Runs in a list, from their inputs: where titles are the same, with what their inputs differ in. */

type Named = Pick<Run, 'id' | 'idea' | 'input'>

const MOST_LETTERS = 28
/** At most so many differences follow a title. */
const MOST_PARTS = 2
/** Titles that begin alike for longer than this are cut, so that a narrow list shows where they differ. */
const LONG_START = 18
/** Letters kept of a start that is cut. */
const KEPT = 9

const short = (text: string): string => (text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)}…` : text)

/** The values of an input by their paths; a number or a yes or no with the name of its field. */
function valuesOf(input: Json, path = '', key = ''): readonly (readonly [string, string])[] {
  if (input === null) return []
  if (typeof input === 'string') return input.trim() === '' ? [] : [[path, short(input.trim())]]
  if (typeof input !== 'object') return [[path, `${key} ${input}`.trim()]]
  // Json's arrays and objects hold Json.
  return Object.entries(input as Record<string, Json>).flatMap(([name, value]) =>
    valuesOf(value, `${path}/${name}`, name),
  )
}

/** The values in which inputs of Runs with the same title differ, by Run; none where they are the same. */
function differences(runs: readonly Named[]): ReadonlyMap<string, readonly string[]> {
  const values = new Map(runs.map(({ id, input }) => [id, new Map(isBodyRef(input) ? [] : valuesOf(input))]))
  const paths = new Set([...values.values()].flatMap((each) => [...each.keys()]))
  const differing = [...paths].filter((path) => new Set([...values.values()].map((each) => each.get(path))).size > 1)
  const hasIdeas = new Set(runs.map(({ idea }) => idea)).size > 1
  return new Map(
    runs.map(({ id, idea }) => {
      const own = differing.flatMap((path) => values.get(id)?.get(path) ?? []).slice(0, MOST_PARTS)
      return [id, [...(hasIdeas ? [ideaTitle(ideaName(idea))] : []), ...own]]
    }),
  )
}

/** A name for each Run, by id: its title, and what tells it apart from others of that title. */
export function runNames(runs: readonly Named[]): ReadonlyMap<string, string> {
  const byTitle = new Map<string, Named[]>()
  for (const run of runs) {
    const title = runTitle(run)
    const same = byTitle.get(title)
    if (same === undefined) byTitle.set(title, [run])
    else same.push(run)
  }
  return new Map(
    [...byTitle].flatMap(([title, same]) => {
      const parts = same.length === 1 ? null : differences(same)
      return same.map(({ id }) => [id, [title, ...(parts?.get(id) ?? [])].join(' · ')] as const)
    }),
  )
}

/** How many letters two names begin alike, in whole words. */
function sameStart(one: string, other: string): number {
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  return one.lastIndexOf(' ', at) + 1
}

/** The names with a long start that another one has, too, cut short. */
export function shortNames(names: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const sorted = [...new Set(names.values())].toSorted()
  const cut = new Map(
    sorted.map((name, index) => {
      const [before, after] = [sorted[index - 1] ?? '', sorted[index + 1] ?? '']
      const start = Math.max(sameStart(name, before), sameStart(name, after))
      return [name, start > LONG_START ? `${name.slice(0, KEPT).trimEnd()}… ${name.slice(start)}` : name]
    }),
  )
  return new Map([...names].map(([id, name]) => [id, cut.get(name) ?? name]))
}
