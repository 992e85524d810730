import { detailsOf, type Profile, type RunProfile } from '../../idea/bindings.ts'
import { parseAddress } from '../../idea/address.ts'
import { chooseBindings, type DrawSeeds } from '../../idea/choose-bindings.ts'
import type { EventData } from '../../journal/events.ts'

type Bindings = { readonly [tool: string]: string }

/** Every binding of the profile, picked once for the whole Run (docs/contract/protocol.md#activities): `TOOL`, or `IDEA/TOOL` where it is for one Idea. */
export function bindingsOfRun(profile: Profile, seeds: DrawSeeds): Bindings {
  const tools = profile.tools ?? {}
  const bindings: Record<string, string> = chooseBindings(profile, '', Object.keys(tools), seeds)
  for (const [tool, binding] of Object.entries(tools)) {
    for (const idea of Object.keys(detailsOf(binding).ideas ?? {}))
      for (const [name, target] of Object.entries(chooseBindings(profile, idea, [tool], seeds)))
        bindings[`${idea}/${name}`] = target
  }
  return bindings
}

/** The profile as the Run began with it: a swap that the profile gets later holds for the next Run. */
export const profileOfRun = (profile: Profile, created: EventData['run.created']): RunProfile => ({
  ...profile,
  activities: created.implementations ?? profile.activities ?? {},
  swapsAuthoredOnly: created.swapsEvery !== true,
})

/** The part for one Idea. */
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
