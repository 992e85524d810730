import type { Profile } from '../idea/bindings.ts'
import { parseAddress } from '../idea/address.ts'
import { chooseBindings } from '../idea/choose-bindings.ts'
import type { EventData } from '../journal/events.ts'

type Bindings = { readonly [tool: string]: string }

/** Every binding of the profile, picked once for the whole Run (docs/contract/protocol.md#activities): `TOOL`, or `IDEA/TOOL` where it is for one Idea. */
export function bindingsOfRun(profile: Profile, seed: string): Bindings {
  const tools = profile.tools ?? {}
  const bindings: Record<string, string> = chooseBindings(profile, '', Object.keys(tools), seed)
  for (const [tool, binding] of Object.entries(tools)) {
    if (typeof binding === 'string' || !('ideas' in binding)) continue
    for (const idea of Object.keys(binding.ideas))
      for (const [name, target] of Object.entries(chooseBindings(profile, idea, [tool], seed)))
        bindings[`${idea}/${name}`] = target
  }
  return bindings
}

/** The profile as the Run began with it: what is swapped behind authored names meanwhile holds for the next Run. */
export function profileOfRun(profile: Profile, { implementations }: EventData['run.created']): Profile {
  return implementations === undefined ? profile : { ...profile, activities: implementations }
}

/** What of it applies to one Idea. */
export function bindingsFor(bindings: Bindings, address: string): Bindings {
  const parsed = parseAddress(address)
  const prefix = parsed.type === 'idea' ? `${parsed.name}/` : undefined
  const found: Record<string, string> = {}
  for (const [key, target] of Object.entries(bindings)) if (!key.includes('/')) found[key] = target
  if (prefix !== undefined)
    for (const [key, target] of Object.entries(bindings))
      if (key.startsWith(prefix)) found[key.slice(prefix.length)] = target
  return found
}
