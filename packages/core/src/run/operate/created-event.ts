import { checkedProfile } from '../../idea/check-profile.ts'
import { inputDefaultOf } from '../../idea/input.ts'
import type { LoadedIdea } from '../../idea/idea.ts'
import type { Message } from '../../idea/message.ts'
import { limitsOf, mergeConfig } from '../../request/config.ts'
import { hashJson } from '../../schema/hash.ts'
import type { Json, Sha256 } from '../../schema/json.ts'
import { checkInput } from './check-input.ts'
import { bindingsOfRun } from '../loop/bindings-of-run.ts'
import { pinContinued } from './fork/continued.ts'
import { storeEditedIdea } from './fork/edited-idea.ts'
import type { ExecutorDeps } from '../record/executor-deps.ts'
import type { StartRun } from './executor-types.ts'
import { storePin } from '../record/pins.ts'
import { runCreated, type RunCreated } from '../record/run-created.ts'

/** Everything the Run `id` starts from, decided once and pinned (docs/contract/protocol.md#the-journal). */
export async function createdEvent(
  deps: ExecutorDeps,
  id: string,
  options: StartRun,
  messages: (run: string) => Promise<readonly Message[]>,
): Promise<RunCreated> {
  const edited = await editedIdeas(deps, options.ideas ?? {})
  const root = options.idea.includes(':') ? options.idea : `idea://${options.idea}`
  const loaded = edited.get(root) ?? (await deps.ideas.resolve(root))
  const profileName = options.profile ?? deps.defaultProfile
  const profile = checkedProfile(deps.profile(profileName))
  const base = mergeConfig(deps.config, profile.config)
  const config = { ...options.config, ...(options.model !== undefined && { model: options.model }) }
  const merged = mergeConfig(base, loaded.idea.config, config)
  const input = options.input ?? inputDefaultOf(loaded.idea) ?? null
  if (options.continues === undefined) checkInput(deps, loaded, input)
  const seed = seedOfRun(input, merged.seed ?? null)
  const hash = await storePin(deps.journal, loaded)
  const continued =
    options.continues === undefined
      ? undefined
      : await pinContinued(deps.journal, options.continues, await messages(options.continues))
  return runCreated(deps, {
    engine: deps.engine,
    idea: loaded.address,
    input,
    model: deps.models(merged.model).name,
    profile: profileName,
    config,
    base,
    limits: limitsOf(merged),
    seed,
    pins: { ...pinsOf(edited), [loaded.address]: hash, ...continued },
    bindings: bindingsOfRun(profile, { run: id, input: seed, idea: loaded.address }),
    implementations: profile.activities ?? {},
    ...(profile.activities && { swapsEvery: true as const }),
    ...(options.continues !== undefined && { continues: options.continues }),
    ...(options.traceparent !== undefined && { traceparent: options.traceparent }),
    ...(options.breakpoints && { breakpoints: options.breakpoints }),
    ...(options.allowEffects === true && { allowEffects: true as const }),
  })
}

let unseeded: Sha256 | undefined
/** Many Runs have neither an input nor a seed. */
const seedOfRun = (input: Json, seed: Json): Sha256 =>
  input === null && seed === null ? (unseeded ??= hashJson([null, null])) : hashJson([input, seed])

/** A Run's replacements for files, by address; a Module finds them among the Run's pins. */
async function editedIdeas(
  deps: ExecutorDeps,
  ideas: NonNullable<StartRun['ideas']>,
): Promise<ReadonlyMap<string, LoadedIdea>> {
  const edited = await Promise.all(Object.entries(ideas).map(([of, content]) => storeEditedIdea(deps, of, content)))
  return new Map(edited.map(({ address, loaded }) => [address, loaded]))
}

const pinsOf = (edited: ReadonlyMap<string, LoadedIdea>): { readonly [address: string]: Sha256 } =>
  Object.fromEntries([...edited].map(([address, { hash }]) => [address, hash]))
