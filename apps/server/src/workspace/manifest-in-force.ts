import { EnsembleError, NO_PROFILE, type Problem, type Profile } from '@ensemble/core'
import { type Manifest, parseManifest } from './manifest.ts'
import { MANIFEST_FILE, PINS_FILE } from './names.ts'
import { type Pin, parsePins } from './pins.ts'
import { readSingle } from './read-single.ts'
import { asStorageTrouble } from './storage-trouble.ts'

const readManifest = async (root: string): Promise<Manifest> => {
  const text = await readSingle(root, MANIFEST_FILE)
  if (text === undefined)
    throw new EnsembleError('workspace.missing', `${root} is not a workspace: it has no ensemble.json.`)
  return parseManifest(text)
}

const unreadManifest = (thrown: unknown): Problem => {
  const error = asStorageTrouble(thrown, MANIFEST_FILE)
  const why = error instanceof Error ? error.message : String(error)
  const message = `${why} Its earlier content counts until it can be read.`
  return { code: 'workspace.invalid', severity: 'error', message, path: '', file: MANIFEST_FILE }
}

const readPins = async (root: string): Promise<readonly Pin[]> =>
  parsePins((await readSingle(root, PINS_FILE).catch(() => undefined)) ?? '')

/** ensemble.json and the pins as they were last readable. */
export interface ManifestInForce {
  manifest(): Manifest
  pins(): readonly Pin[]
  /** The reason that the ensemble.json on the disk doesn't count. */
  problems(): readonly Problem[]
  /** Binds nothing where the manifest declares no profile of that name. */
  profileNamed(name: string): Profile
  /** Reads one of the two again; does nothing for other files. */
  reread(file: string): Promise<void>
}

/** Throws EnsembleError `workspace.invalid` or `workspace.missing` if there is no readable manifest to begin with. */
export const readManifestInForce = async (root: string): Promise<ManifestInForce> => {
  let manifest = await readManifest(root)
  let pins = await readPins(root)
  let problems: readonly Problem[] = []
  const rereadManifest = async (): Promise<void> => {
    try {
      manifest = await readManifest(root)
      problems = []
    } catch (error) {
      problems = [unreadManifest(error)]
    }
  }
  return {
    manifest: () => manifest,
    pins: () => pins,
    problems: () => problems,
    profileNamed: (name) => ({
      missing: manifest.missingActivities,
      ...(manifest.profiles.get(name) ?? NO_PROFILE),
    }),
    reread: async (file) => {
      if (file === PINS_FILE) pins = await readPins(root)
      if (file === MANIFEST_FILE) await rereadManifest()
    },
  }
}
