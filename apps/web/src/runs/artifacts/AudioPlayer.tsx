import { Download, Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type WaveSurfer from 'wavesurfer.js'
import { t } from '../../platform/i18n/run.ts'
import button from '../../platform/ui/button.module.css'
import css from './AudioPlayer.module.css'
import { clock } from './clock.ts'
import { takeTurn } from './one-at-a-time.ts'
import { watchTheme } from '../../platform/styles/theme.ts'
import { themeColour } from '../../platform/styles/theme-colour.ts'

interface AudioPlayerProps {
  readonly url: string
  readonly name: string
}

/** A sound in one line: nothing is fetched before it is played, and only one plays at a time. */
export function AudioPlayer({ url, name }: AudioPlayerProps) {
  const box = useRef<HTMLDivElement>(null)
  const wave = useRef<WaveSurfer>(null)
  const [wanted, setWanted] = useState(false)
  const [isPlaying, setPlaying] = useState(false)
  const [time, setTime] = useState(0)
  const [length, setLength] = useState<number | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const isReady = useRef(false)
  const playWhenReady = useRef(false)

  useEffect(() => {
    if (!wanted || box.current === null) return
    const container = box.current
    let gone = false
    let stopWatching = (): void => {}
    void import('wavesurfer.js').then(({ default: Wave }) => {
      if (gone) return
      const surfer = Wave.create({ container, url, height: 24, ...style(container), dragToSeek: true })
      wave.current = surfer
      surfer.on('ready', (seconds) => {
        isReady.current = true
        setLength(seconds)
        if (playWhenReady.current) start(surfer)
      })
      surfer.on('timeupdate', setTime)
      surfer.on('play', () => setPlaying(true))
      surfer.on('pause', () => setPlaying(false))
      surfer.on('finish', () => setPlaying(false))
      surfer.on('error', (error) => setFailure(error.message))
      stopWatching = watchTheme(() => surfer.setOptions(style(container)))
    })
    return () => {
      gone = true
      stopWatching()
      wave.current?.destroy()
      wave.current = null
      isReady.current = false
    }
  }, [wanted, url])

  const toggle = (): void => {
    const surfer = wave.current
    // Not the state: a click may come before the picture of the sound that is ready.
    if (surfer === null || !isReady.current) {
      playWhenReady.current = true
      setWanted(true)
    } else if (surfer.isPlaying()) surfer.pause()
    else start(surfer)
  }

  return (
    <div className={css.player} role="group" aria-label={t('result.player', { name })}>
      <button
        type="button"
        className={css.play}
        aria-label={t(isPlaying ? 'result.pause' : 'result.play', { name })}
        title={t(isPlaying ? 'result.pause' : 'result.play', { name })}
        onClick={toggle}
      >
        {isPlaying ? <Pause size={13} aria-hidden /> : <Play size={13} aria-hidden />}
      </button>
      <span className={css.name} title={name}>
        {name}
      </span>
      <div
        ref={box}
        className={css.wave}
        role="slider"
        tabIndex={length === null ? -1 : 0}
        aria-label={t('result.position')}
        aria-valuemin={0}
        aria-valuemax={Math.round(length ?? 0)}
        aria-valuenow={Math.round(time)}
        aria-valuetext={clock(time)}
        onKeyDown={(event) => {
          const step = event.key === 'ArrowRight' ? 5 : event.key === 'ArrowLeft' ? -5 : 0
          if (step === 0) return
          event.preventDefault()
          wave.current?.setTime(Math.max(0, Math.min(length ?? 0, time + step)))
        }}
      />
      <span className={css.time}>{length === null ? '' : `${clock(time)} / ${clock(length)}`}</span>
      <a
        className={button.faint}
        href={url}
        download={name}
        aria-label={t('result.download', { name })}
        title={t('result.download', { name })}
      >
        <Download size={14} aria-hidden />
      </a>
      {failure !== null && <p className={css.failed}>{t('result.audioFailed', { name, reason: failure })}</p>}
    </div>
  )
}

const start = (surfer: WaveSurfer): void => {
  takeTurn(() => surfer.pause())
  void surfer.play()
}

const style = (element: HTMLElement) => ({
  waveColor: themeColour(element, '--line-strong'),
  progressColor: themeColour(element, '--accent'),
  cursorColor: themeColour(element, '--accent'),
  barWidth: 2,
  barGap: 1,
  barRadius: 2,
  normalize: true,
})
