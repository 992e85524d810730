import { detailsOf } from './bindings.ts'
import type { BindingTarget, DrawnArms, DrawnPer, Profile } from './bindings.ts'
import { hasOwn } from '../schema/json.ts'

/** A text for each unit that an arm may be drawn from, such as a Run's id; undefined where it is not known. */
export type DrawSeeds = { readonly [per in DrawnPer]?: string }

/**
 * The bindings of one Idea's Tools: an Activity's name, or `""` for latent (docs/contract/protocol.md#activities).
 * Weights pick by the unit's seed and the Tool, alike in all Modules; without a seed the heaviest target wins.
 */
export function chooseBindings(
  profile: Profile,
  idea: string,
  toolNames: readonly string[],
  seeds: DrawSeeds,
): { readonly [tool: string]: string } {
  if (profile.tools === undefined) return NO_BINDINGS
  return Object.fromEntries(
    toolNames.flatMap((tool): [string, string][] => {
      const { target, per } = targetIn(profile, idea, tool)
      const chosen = target === undefined ? undefined : pick(target, tool, seeds[per])
      return chosen === undefined ? [] : [[tool, chosen]]
    }),
  )
}

const NO_BINDINGS: { readonly [tool: string]: string } = {}

const targetIn = (
  { tools = {} }: Profile,
  idea: string,
  tool: string,
): { readonly target: BindingTarget | undefined; readonly per: DrawnPer } => {
  const binding = hasOwn(tools, tool) ? tools[tool] : undefined
  const { default: general, ideas = {}, per = 'run' } = binding === undefined ? {} : detailsOf(binding)
  return { target: hasOwn(ideas, idea) ? ideas[idea] : general, per }
}

/** The arms that weights choose among, with their shares of 1; undefined where one target has them all. */
export function armsOf(profile: Profile, idea: string, tool: string): DrawnArms | undefined {
  if (profile.tools === undefined) return undefined
  const { target, per } = targetIn(profile, idea, tool)
  if (target === undefined || typeof target === 'string') return undefined
  const arms = target.filter(({ weight }) => weight > 0)
  const total = arms.reduce((sum, { weight }) => sum + weight, 0)
  return arms.length < 2 ? undefined : { per, arms: arms.map(({ to, weight }) => ({ to, share: weight / total })) }
}

/** The Activity that a profile puts behind a name; the name itself without a swap. */
export const implementationOf = ({ activities = {} }: Profile, name: string): string =>
  hasOwn(activities, name) ? (activities[name] ?? name) : name

function pick(target: BindingTarget, tool: string, seed: string | undefined): string | undefined {
  if (typeof target === 'string') return target
  const options = target.filter(({ weight }) => weight > 0)
  if (seed === undefined) return options.toSorted((one, other) => other.weight - one.weight)[0]?.to
  const total = options.reduce((sum, { weight }) => sum + weight, 0)
  let left = fraction(`${seed}\0${tool}`) * total
  for (const { to, weight } of options) {
    left -= weight
    if (left < 0) return to
  }
  return options.at(-1)?.to
}

/** A number in [0, 1) that depends on every character of the text: FNV-1a, then mixed so that close texts part. */
function fraction(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}
