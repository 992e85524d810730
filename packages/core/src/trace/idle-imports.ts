import type { Origins, ValuePlace } from './origin-types.ts'
import type { RecordedLoops } from './recorded-loops.ts'
import { ideaName } from './span-path.ts'

/** One import of a Module's Call, and whether anything of it is found again inside the Module. */
export interface ImportUse {
  readonly from: string
  readonly tool: string
  readonly to: string
  readonly import: string
  readonly span: string
  /** A reference read it, or an answer or argument holds a value of it. */
  readonly isUsed: boolean
}

/**
 * Each import of each Module's Call in a Run. An import that is never found again may still have steered the model:
 * only asking again without it can show that it did not.
 */
export const importUses = (recorded: RecordedLoops, origins: Origins): readonly ImportUse[] => {
  const uses: ImportUse[] = []
  for (const { span, tool, loop, entered } of recorded.calls.values()) {
    if (entered === undefined) continue
    const inside = origins.links.filter(({ to }) => isInside(to, span))
    const brought = origins.broughtInto(span)
    const names = { from: ideaName(recorded.loops.get(loop)?.address ?? ''), tool, to: ideaName(entered.address) }
    for (const name of entered.imports) {
      const places = brought.filter((each) => each.name === name).map(({ place }) => place)
      const isUsed = places.some((place) => inside.some(({ from }) => meets(from, place)))
      uses.push({ ...names, import: name, span, isUsed })
    }
  }
  return uses
}

/** A place of the Module's own Requests and Calls. */
const isInside = ({ span }: ValuePlace, call: string): boolean => span.startsWith(`${call}/`)
const meets = (one: ValuePlace, other: ValuePlace): boolean =>
  one.span === other.span &&
  one.part === other.part &&
  (`${one.pointer}/`.startsWith(`${other.pointer}/`) || `${other.pointer}/`.startsWith(`${one.pointer}/`))
