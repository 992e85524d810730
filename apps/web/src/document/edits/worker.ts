import type { Json, Profile } from '@ensemble/core'
import type { DrawnPer, GraphTool } from '@ensemble/core/idea'
import type { Weighted } from '../open/read-profile.ts'
import { readProfile } from '../open/read-profile.ts'
import type { FileEdit } from '../texts/document.ts'
import { MANIFEST_FILE } from '../texts/files.ts'
import { MODULE_NAMES, parseObject, type ToolPlace } from '../texts/idea-view.ts'
import { findTool, retarget, type Files } from './intents.ts'
import { isSharedName, modeSource } from './mode-choices.ts'
import { bindTool, boundTarget, swapActivity, weightsOf, withTarget, type BindingPlace } from './profile.ts'
import { Sequence } from './sequence.ts'
import { fixedValue, openChoices, withFixed } from './tool-fields.ts'

/** Who does a Tool's work: the model, an Activity, or an Idea by its address, path or URL. */
export type Worker =
  | { readonly type: 'model' }
  | { readonly type: 'activity'; readonly name: string }
  | { readonly type: 'idea'; readonly address: string }

/** Where the choice is written: nowhere while it follows from the Tool's name, in the active profile, or in the Idea. */
export type SavedIn = 'nowhere' | 'profile' | 'idea'

/** A Tool's worker in the active profile. */
export interface Work {
  readonly worker: Worker
  readonly savedIn: SavedIn
  /** The Idea names an Activity or the model, whatever the profile puts behind it. */
  readonly isAuthored: boolean
  /** The Idea's own module, also while an Activity stands in for it. */
  readonly module: string | undefined
  /** The weights, where the profile splits the Calls: `worker` is then that of the heaviest arm. */
  readonly split?: readonly Weighted[]
  readonly per: DrawnPer
  /** Whether the profile's binding is for every Idea with a Tool of this name. */
  readonly scope: BindingPlace['scope']
}

/** A Tool, the active profile, and the registered Activities. */
export interface WorkPlace {
  readonly idea: string
  readonly place: ToolPlace
  readonly tool: GraphTool | undefined
  readonly profileName: string
  readonly profile: Profile
  readonly activities: readonly string[]
}

const MODEL: Worker = { type: 'model' }
const workerOf = (target: string): Worker => (target === '' ? MODEL : { type: 'activity', name: target })

/** The Idea that the Tool names, or the Ideas it leaves to choose from, except `anonymous`. */
function moduleOf(place: ToolPlace): string | undefined {
  const fixed = fixedValue(place, MODULE_NAMES)
  const named = typeof fixed === 'string' ? [fixed] : openChoices(place, MODULE_NAMES)
  const modules = named.filter((address) => address !== 'anonymous')
  return modules.length === 0 ? undefined : modules.join(' ')
}

const authoredOf = ({ place }: WorkPlace): string | undefined => {
  const authored = fixedValue(place, ['_activity'])
  return typeof authored === 'string' ? authored : undefined
}

/** The worker without any binding: an Activity with the Tool's name, otherwise the model. */
const automatic = ({ place, activities }: WorkPlace): string => (activities.includes(place.name) ? place.name : '')

/** Reads off who does the work (docs/contract/protocol.md#activities). */
export function workOf(at: WorkPlace): Work {
  const source = modeSource(at.place, at.tool, at.profile, at.idea)
  const module = moduleOf(at.place)
  const isAuthored = authoredOf(at) !== undefined
  const base = { module, isAuthored, per: source.type === 'open' ? source.per : 'run', scope: 'all' } as const
  if (source.type === 'fixedLatent') return { ...base, worker: MODEL, savedIn: 'idea' }
  if (source.type === 'named') {
    const { authored, implementation = authored } = source
    return { ...base, worker: workerOf(implementation), savedIn: implementation === authored ? 'idea' : 'profile' }
  }
  const { target, scope } = source
  if (target === undefined || (target === '' && module !== undefined))
    return module === undefined
      ? { ...base, scope, worker: workerOf(automatic(at)), savedIn: 'nowhere' }
      : { ...base, scope, worker: { type: 'idea', address: module }, savedIn: 'idea' }
  if (typeof target === 'string') return { ...base, scope, worker: workerOf(target), savedIn: 'profile' }
  const split = weightsOf(target)
  const heaviest = split.reduce<Weighted | undefined>(
    (most, each) => (most === undefined || each.weight > most.weight ? each : most),
    undefined,
  )
  const to = heaviest?.to ?? ''
  const worker: Worker = to === '' && module !== undefined ? { type: 'idea', address: module } : workerOf(to)
  return { ...base, scope, worker, savedIn: 'profile', split }
}

/** The places that a Tool's choice can be moved to. A module is always the Idea's; what stands in for it, the profile's. */
export function movesOf(at: WorkPlace, work: Work): readonly SavedIn[] {
  if (work.module !== undefined || work.split !== undefined) return [work.savedIn]
  const followsName = work.worker.type === 'activity' ? work.worker.name === automatic(at) : automatic(at) === ''
  return followsName ? ['nowhere', 'profile', 'idea'] : ['profile', 'idea']
}

/** The file that choosing another worker changes first. */
export function savedInOf(work: Work, next: Worker['type']): Exclude<SavedIn, 'nowhere'> {
  if (next === 'idea') return 'idea'
  if (next === 'model') return work.module !== undefined || work.isAuthored ? 'idea' : 'profile'
  return work.savedIn === 'idea' && work.worker.type === 'model' ? 'idea' : 'profile'
}

/** The edits of one choice, each on the files as the one before left them. */
class Choice {
  readonly #steps: Sequence
  readonly #at: WorkPlace
  constructor(files: Files, at: WorkPlace) {
    this.#steps = new Sequence(files)
    this.#at = at
  }
  edits = (): readonly FileEdit[] => this.#steps.edits()

  get #profile(): Profile {
    return readProfile(parseObject(this.#steps.files.get(MANIFEST_FILE)?.text), this.#at.profileName)
  }
  get #place(): ToolPlace {
    return findTool(this.#steps.files, this.#at.idea, this.#at.place.name) ?? this.#at.place
  }

  /** The Idea's own `_activity`; undefined leaves it to the profile. */
  author(name: string | undefined): void {
    const { file } = this.#at.place
    const text = this.#steps.files.get(file)?.text ?? ''
    if (name === undefined && fixedValue(this.#place, ['_activity']) === undefined) return
    const value: Json | undefined = name
    this.#steps.add({ file, text: withFixed(text, this.#place, ['_activity'], value) })
  }
  delegate(to: string | null): void {
    this.#steps.add(retarget(this.#steps.files, this.#place, null, to))
  }
  swap(authored: string, implementation: string): void {
    const other = implementation === authored ? undefined : implementation
    this.#steps.add(swapActivity(this.#steps.files, this.#at.profileName, authored, other))
  }
  /** Binds in the active profile; a binding that changes nothing is left out unless it `isSaid`. */
  bind(target: string, isSaid = false): void {
    const scope = this.#bound()?.scope ?? 'all'
    const isLeftOut = !isSaid && target === this.#unbound() && this.#bound(this.#without(scope)) === undefined
    this.#write(scope, isLeftOut ? undefined : target)
  }
  /** Nothing of the active profile comes before what the Idea says; other Ideas keep their binding. */
  unbind(): void {
    const bound = this.#bound()
    if (bound === undefined) return
    const isOthers = bound.scope === 'all' && isSharedName(this.#steps.files, this.#at.idea, this.#at.place.name)
    if (isOthers) this.#write('idea', this.#unbound())
    else this.bind(this.#unbound())
  }

  /** The target that the Tool has without a binding. */
  #unbound(): string {
    return moduleOf(this.#place) === undefined ? automatic(this.#at) : ''
  }
  #bound(profile = this.#profile): ReturnType<typeof boundTarget> {
    return boundTarget(profile, this.#at.idea, this.#at.place.name)
  }
  #without(scope: BindingPlace['scope']): Profile {
    const { idea, place } = this.#at
    const tools = new Map(Object.entries(this.#profile.tools ?? {}))
    const left = withTarget(tools.get(place.name), { idea, scope }, undefined)
    if (left === undefined) tools.delete(place.name)
    else tools.set(place.name, left)
    return { tools: Object.fromEntries(tools) }
  }
  #write(scope: BindingPlace['scope'], target: string | undefined): void {
    const { idea, place, profileName } = this.#at
    if (target === undefined && this.#bound() === undefined) return
    this.#steps.add(bindTool(this.#steps.files, { profile: profileName, tool: place.name, idea, scope }, target))
  }
}

/** The edits that give a Tool's work to somebody else; one step of undo. */
export function assignWork(files: Files, at: WorkPlace, worker: Worker): readonly FileEdit[] {
  const choice = new Choice(files, at)
  const { module } = workOf(at)
  const authored = authoredOf(at)
  if (worker.type === 'idea') {
    if (worker.address !== module) choice.delegate(worker.address.replace('idea://', ''))
    choice.unbind()
  } else if (worker.type === 'model') {
    if (module !== undefined) choice.delegate(null)
    if (authored !== undefined) choice.author('')
    else choice.bind('')
  } else if (authored === undefined || module !== undefined) choice.bind(worker.name)
  else if (authored === '') choice.author(worker.name)
  else choice.swap(authored, worker.name)
  return choice.edits()
}

/** The edits that write the same choice in another place. */
export function moveWork(files: Files, at: WorkPlace, to: SavedIn): readonly FileEdit[] {
  const choice = new Choice(files, at)
  const { worker } = workOf(at)
  const authored = authoredOf(at)
  const name = worker.type === 'activity' ? worker.name : ''
  if (authored !== undefined && authored !== '') choice.swap(authored, authored)
  if (to === 'idea') {
    choice.unbind()
    choice.author(name)
  } else {
    choice.author(undefined)
    choice.bind(name, to === 'profile')
  }
  return choice.edits()
}
