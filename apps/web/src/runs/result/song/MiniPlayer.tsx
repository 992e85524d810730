import { Pause, Play } from 'lucide-react'
import { useStore } from 'zustand'
import { t } from '../../../platform/i18n/run.ts'
import { clock } from '../../artifacts/clock.ts'
import { songStore, togglePlaying, type SongView } from './song-store.ts'
import css from './MiniPlayer.module.css'

const pickTitle = (state: SongView): string => state.song?.title ?? ''
const pickPlaying = (state: SongView): boolean => state.playing
const pickStarted = (state: SongView): boolean => state.playing || state.time > 0
const pickTime = ({ time }: SongView): string => clock(time)

interface MiniPlayerProps {
  /** Brings the whole player into view. */
  readonly onOpen: () => void
}

/** The song that plays on while its result is out of sight; nothing where none was started. */
export function MiniPlayer({ onOpen }: MiniPlayerProps) {
  const title = useStore(songStore, pickTitle)
  const playing = useStore(songStore, pickPlaying)
  const started = useStore(songStore, pickStarted)
  const time = useStore(songStore, pickTime)
  if (!started) return null
  const label = t(playing ? 'result.pause' : 'result.play', { name: title })
  return (
    <div className={css.mini} role="group" aria-label={t('song.mini')}>
      <button type="button" className={css.play} aria-label={label} title={label} onClick={togglePlaying}>
        {playing ? <Pause size={12} aria-hidden /> : <Play size={12} aria-hidden />}
      </button>
      <button type="button" className={css.title} title={t('song.show', { name: title })} onClick={onOpen}>
        {title}
      </button>
      <span className={css.time}>{time}</span>
    </div>
  )
}
