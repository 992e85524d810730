import { isExact, type OriginHow, type OriginLink, type Origins, type ValuePlace } from './origin-types.ts'

/** A value on the way, and how it is tied to the step `of`, counted from 0; the first is the value that was asked about. */
export interface ValueStep {
  readonly place: ValuePlace
  readonly of: number | null
  readonly how?: OriginHow
  readonly reference?: string
  /** Everything from here to the value that was asked about is recorded, nothing only compared. */
  readonly isExact: boolean
}

export interface ValueTrace {
  readonly steps: readonly ValueStep[]
  /** Whether there are more steps. */
  readonly more: boolean
}

const MOST_STEPS = 200

/** Everything a value came from. The recorded ways come before those that only an equal value shows. */
export const traceBack = (origins: Origins, place: ValuePlace, most: number = MOST_STEPS): ValueTrace =>
  walk(origins.links, place, most, ({ to, from, how }, at) => follow(to, from, how, at))

/** Everything a value reached. */
export const traceOnward = (origins: Origins, place: ValuePlace, most: number = MOST_STEPS): ValueTrace =>
  walk(origins.links, place, most, ({ to, from, how }, at) => follow(from, to, how, at))

const walk = (
  links: readonly OriginLink[],
  place: ValuePlace,
  most: number,
  next: (link: OriginLink, at: ValuePlace) => ValuePlace | undefined,
): ValueTrace => {
  const steps: ValueStep[] = [{ place, of: null, isExact: true }]
  const seen = new Set([keyOf(place)])
  const compared: { readonly step: ValueStep; readonly key: string }[] = []
  const visit = (from: number): void => {
    const step = steps[from]
    if (step === undefined) return
    const isCopied = links.some((link) => isOwnArgument(link, step.place))
    for (const link of links) {
      const to = next(link, step.place)
      // An Activity that gives one of its arguments back: the others don’t explain it.
      if (
        to === undefined ||
        (isCopied && link.how === 'computed' && link.to.span === step.place.span && step.place.part === 'result')
      )
        continue
      const { how, reference } = link
      const isSure = step.isExact && isExact(how)
      const found = { place: to, of: from, how, ...(reference !== undefined && { reference }), isExact: isSure }
      const key = keyOf(to)
      if (seen.has(key)) continue
      if (step.isExact && !isSure) compared.push({ step: found, key })
      else {
        seen.add(key)
        steps.push(found)
      }
    }
  }
  let at = 0
  for (; steps.length <= most; at++) {
    // Everything recorded comes before anything that was only compared.
    while (at === steps.length) {
      const another = compared.shift()
      if (another === undefined) return { steps, more: false }
      if (seen.has(another.key)) continue
      seen.add(another.key)
      steps.push(another.step)
    }
    visit(at)
  }
  return { steps: steps.slice(0, most), more: true }
}

/** Where a link leads from a value: the same part at its other end; from a larger value, to that end itself. */
const follow = (near: ValuePlace, far: ValuePlace, how: OriginHow, at: ValuePlace): ValuePlace | undefined => {
  if (near.span !== at.span || near.part !== at.part) return undefined
  if (isUnder(at.pointer, near.pointer))
    // An Activity may use any part for any part; of two texts that hold one another there is no common part.
    return how === 'computed' || how === 'contains'
      ? far
      : { ...far, pointer: far.pointer + at.pointer.slice(near.pointer.length) }
  return isUnder(near.pointer, at.pointer) ? far : undefined
}

const isOwnArgument = ({ to, from, how }: OriginLink, at: ValuePlace): boolean =>
  how === 'same' &&
  from.span === to.span &&
  to.span === at.span &&
  to.part === at.part &&
  isUnder(at.pointer, to.pointer)

const isUnder = (pointer: string, above: string): boolean => pointer === above || pointer.startsWith(`${above}/`)

const keyOf = ({ span, part, pointer }: ValuePlace): string => `${span} ${part} ${pointer}`
