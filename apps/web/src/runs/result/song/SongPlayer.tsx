import { Pause, Play, Repeat, X } from 'lucide-react'
import { useEffect, type KeyboardEvent } from 'react'
import { useStore } from 'zustand'
import { t } from '../../../platform/i18n/run.ts'
import { clock } from '../../artifacts/clock.ts'
import type { Section } from './position.ts'
import { SongParts } from './SongParts.tsx'
import {
  canMixParts,
  markSection,
  openSong,
  seekSong,
  songStore,
  toggleLooping,
  toggleMuted,
  togglePlaying,
  toggleSolo,
  type Song,
  type SongView,
} from './song-store.ts'
import button from '../../../platform/ui/button.module.css'
import { classes } from '../../../platform/ui/classes.ts'
import css from './SongPlayer.module.css'
import { Waveform } from './Waveform.tsx'

const pickPlaying = (state: SongView): boolean => state.playing
const pickLooping = (state: SongView): boolean => state.looping
const pickSection = (state: SongView): Section | null => state.section
const pickProblem = (state: SongView): string | null => state.problem
const pickTime = ({ time, length }: SongView): string => (length === 0 ? '' : `${clock(time)} / ${clock(length)}`)

/** Seconds that an arrow key moves. */
const STEP = 5

/** The transport of a song, its waveform and its parts. Space, the arrows and L work anywhere inside, M and S on a part. */
export function SongPlayer({ song, continues = false }: { readonly song: Song; readonly continues?: boolean }) {
  const playing = useStore(songStore, pickPlaying)
  const looping = useStore(songStore, pickLooping)
  const section = useStore(songStore, pickSection)
  const problem = useStore(songStore, pickProblem)
  const time = useStore(songStore, pickTime)
  useEffect(() => openSong(song, continues), [song, continues])

  const playLabel = t(playing ? 'result.pause' : 'result.play', { name: song.name })
  return (
    <div className={css.player} role="group" aria-label={t('result.player', { name: song.name })} onKeyDown={onKey}>
      <div className={css.transport}>
        <button type="button" className={css.play} aria-label={playLabel} title={playLabel} onClick={togglePlaying}>
          {playing ? <Pause size={18} aria-hidden /> : <Play size={18} aria-hidden />}
        </button>
        <div className={css.wave}>
          <Waveform />
        </div>
        <span className={css.time}>{time}</span>
        <button
          type="button"
          className={classes(button.faint, css.loop)}
          aria-pressed={looping}
          aria-label={t('song.loop')}
          title={t('song.loopHint')}
          onClick={toggleLooping}
        >
          <Repeat size={14} aria-hidden />
        </button>
      </div>
      {section !== null && (
        <p className={css.section}>
          {t('song.section', { from: clock(section.from), to: clock(section.to) })}
          <button
            type="button"
            aria-label={t('song.unmark')}
            title={t('song.unmark')}
            onClick={() => markSection(null)}
          >
            <X size={12} aria-hidden />
          </button>
        </p>
      )}
      {problem !== null && (
        <p className={css.failed} role="alert">
          {t('result.audioFailed', { name: song.name, reason: problem })}
        </p>
      )}
      {song.parts.length > 0 && <SongParts song={song} canMix={canMixParts(song)} />}
    </div>
  )
}

/** A space on a button presses that button. */
const isButton = (target: EventTarget): boolean => target instanceof Element && target.closest('button, a') !== null

const onKey = (event: KeyboardEvent): void => {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const part = event.target instanceof Element ? event.target.closest('[data-part]')?.getAttribute('data-part') : null
  const { time } = songStore.getState()
  const act = (): (() => void) | undefined => {
    // By the key's place, so that it works in every keyboard layout.
    switch (event.code) {
      case 'Space':
        return isButton(event.target) ? undefined : togglePlaying
      case 'ArrowRight':
        return () => seekSong(time + STEP)
      case 'ArrowLeft':
        return () => seekSong(time - STEP)
      case 'KeyL':
        return toggleLooping
      case 'KeyM':
        return part == null ? undefined : () => toggleMuted(part)
      case 'KeyS':
        return part == null ? undefined : () => toggleSolo(part)
      default:
        return undefined
    }
  }
  const found = act()
  if (found === undefined) return
  event.preventDefault()
  event.stopPropagation()
  found()
}
