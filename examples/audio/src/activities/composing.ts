import { seedFrom } from '../studio/jobs.ts'
import {
  chooseBandByRule,
  writeHarmonyByRule,
  writeLyricsByRule,
  writeMelodyByRule,
  writeTitleByRule,
} from '../theory/compose-song.ts'
import type { LyricSection } from '../theory/lyrics.ts'
import type { Players } from '../theory/players.ts'

interface Asked {
  readonly brief: string
  readonly form?: string
  readonly title?: string
  readonly seed?: string
}

/** Without a seed the same brief gives the same song. */
const seeded = <T extends Asked>(call: T): T & { readonly seed: string } => ({
  ...call,
  seed: call.seed ?? seedFrom(call.brief),
})

/** The profile `offline` binds the Composer's latent Tools to these: rules of the craft compose in place of a model. */
export const titleByRule = (call: Asked): string => writeTitleByRule(seeded(call))

export const bandByRule = (call: Asked): Players => chooseBandByRule(seeded(call))

export const harmonyByRule = (call: Asked): string => writeHarmonyByRule(seeded(call))

export const lyricsByRule = (call: Asked): readonly LyricSection[] => writeLyricsByRule(seeded(call))

export const melodyByRule = (
  call: Asked & { readonly harmony: string; readonly lyrics: readonly LyricSection[] },
): string => writeMelodyByRule(seeded(call))
