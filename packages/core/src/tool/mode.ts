import type { Mode, Tool } from './tool.ts'

/** The settings that decide a Tool's mode (docs/contract/protocol.md#activities). */
export interface ModeOptions {
  /** The binding chosen for the Tool, if it has one: an Activity, or `""` for latent. */
  readonly binding?: string | undefined
  readonly isRegistered: (activity: string) => boolean
  /** A profile's swap of the implementation behind an Activity's name. */
  readonly implementationOf?: (activity: string) => string
  /** Swaps only behind an authored name, as earlier versions did. */
  readonly swapsAuthoredOnly?: boolean | undefined
}
export interface ResolvedMode {
  readonly mode: Mode
  /** The Activity that runs; `""` for latent and for a plain module. A module with one runs it in the clean room. */
  readonly activity: string
  /** An Activity that is named and not registered. */
  readonly missing?: string
}

/** Most Tools of most workspaces. */
const LATENT: ResolvedMode = { activity: '', mode: 'latent' }

/** A Tool's mode: authored `_activity`, else binding, else an Activity with its name, else latent. */
export function resolveMode(tool: Tool, options: ModeOptions): ResolvedMode {
  if (tool.module === undefined) {
    const found = findActivity(tool, options)
    return found.activity === '' && found.missing === undefined
      ? LATENT
      : { ...found, mode: found.activity === '' ? 'latent' : 'explicit' }
  }
  const isAnonymous = tool.module.type === 'const' && tool.module.value === 'anonymous'
  // An Idea is a module whatever Activities there are; only a binding says to run code in its place.
  const found = isAnonymous ? findActivity(tool, options) : registered(bound(options), options)
  return { ...found, mode: 'module' }
}

interface FoundActivity {
  readonly activity: string
  readonly missing?: string
}

function findActivity(tool: Tool, options: ModeOptions): FoundActivity {
  if (tool.activity !== undefined) {
    return registered(options.implementationOf?.(tool.activity) ?? tool.activity, options)
  }
  if (options.binding !== undefined) return registered(bound(options), options)
  const own = swapped(tool.name, options)
  return own === tool.name && !options.isRegistered(own) ? { activity: '' } : registered(own, options)
}

const bound = (options: ModeOptions): string =>
  options.binding === undefined || options.binding === '' ? '' : swapped(options.binding, options)

const swapped = (name: string, { implementationOf, swapsAuthoredOnly = false }: ModeOptions): string =>
  swapsAuthoredOnly ? name : (implementationOf?.(name) ?? name)

const registered = (activity: string, options: ModeOptions): FoundActivity =>
  activity === '' || options.isRegistered(activity) ? { activity } : { activity: '', missing: activity }

/** The report on a named, unregistered Activity. */
export const describeMissingActivity = (tool: string, activity: string, isError: boolean): string =>
  `The Tool ${tool} names the Activity ${activity}, which is not registered; ` +
  (isError ? 'register it or name another.' : 'the model does its work instead.')
