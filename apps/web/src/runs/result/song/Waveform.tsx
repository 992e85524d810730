import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { useStore } from 'zustand'
import { t } from '../../../platform/i18n/run.ts'
import { watchTheme } from '../../../platform/styles/theme.ts'
import { themeColour } from '../../../platform/styles/theme-colour.ts'
import { clock } from '../../artifacts/clock.ts'
import { sectionBetween, type Section } from './position.ts'
import { markSection, seekSong, songStore, type SongView } from './song-store.ts'
import css from './Waveform.module.css'

const pickPeaks = (state: SongView): Float32Array | null => state.peaks
const pickLength = (state: SongView): number => state.length
const pickSecond = (state: SongView): number => Math.floor(state.time)
const pickSection = (state: SongView): Section | null => state.section
const pickLooping = (state: SongView): boolean => state.looping

/** Bars of two pixels with one between. */
const BAR = 3

/** The open song's shape: a click goes there, a drag marks a section that goes round. */
export function Waveform() {
  const peaks = useStore(songStore, pickPeaks)
  const length = useStore(songStore, pickLength)
  const second = useStore(songStore, pickSecond)
  const section = useStore(songStore, pickSection)
  const looping = useStore(songStore, pickLooping)
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const head = useRef<HTMLSpanElement>(null)
  const [drag, setDrag] = useState<{ readonly from: number; readonly to: number } | null>(null)

  useEffect(() => {
    const element = canvas.current
    if (element === null || peaks === null) return
    const redraw = (): void => draw(element, peaks)
    redraw()
    const observer = new ResizeObserver(redraw)
    observer.observe(element)
    const stopWatching = watchTheme(redraw)
    return () => {
      observer.disconnect()
      stopWatching()
    }
  }, [peaks])

  // The playhead moves with every frame; React need not know.
  useEffect(() => {
    const place = ({ time, length: whole }: SongView): void => {
      if (head.current !== null) head.current.style.left = `${whole === 0 ? 0 : (time / whole) * 100}%`
    }
    place(songStore.getState())
    return songStore.subscribe(place)
  }, [])

  const secondAt = (event: PointerEvent): number => {
    const area = box.current?.getBoundingClientRect()
    if (area === undefined || area.width === 0) return 0
    return Math.max(0, Math.min(1, (event.clientX - area.left) / area.width)) * length
  }
  const release = (event: PointerEvent): void => {
    if (drag === null) return
    setDrag(null)
    const marked = sectionBetween(drag.from, secondAt(event))
    if (marked === null) seekSong(drag.from)
    else markSection(marked)
  }
  const press = (event: KeyboardEvent): void => {
    const target = { Home: 0, End: length }[event.key]
    if (target === undefined) return
    event.preventDefault()
    seekSong(target)
  }
  const shown = drag === null ? section : sectionBetween(drag.from, drag.to)

  return (
    <div
      ref={box}
      className={css.wave}
      role="slider"
      tabIndex={length === 0 ? -1 : 0}
      aria-label={t('result.position')}
      aria-valuemin={0}
      aria-valuemax={Math.round(length)}
      aria-valuenow={second}
      aria-valuetext={clock(second)}
      title={t('song.waveHint')}
      onKeyDown={press}
      onPointerDown={(event) => {
        if (length === 0 || event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        setDrag({ from: secondAt(event), to: secondAt(event) })
      }}
      onPointerMove={(event) => drag !== null && setDrag({ ...drag, to: secondAt(event) })}
      onPointerUp={release}
      onPointerCancel={() => setDrag(null)}
    >
      <canvas ref={canvas} className={css.canvas} aria-hidden />
      {shown !== null && length > 0 && (
        <span
          className={css.section}
          data-off={drag === null && !looping ? '' : undefined}
          style={{ left: `${(shown.from / length) * 100}%`, width: `${((shown.to - shown.from) / length) * 100}%` }}
        />
      )}
      <span ref={head} className={css.head} />
    </div>
  )
}

const draw = (canvas: HTMLCanvasElement, peaks: Float32Array): void => {
  const { clientWidth: width, clientHeight: height } = canvas
  const pen = canvas.getContext('2d')
  if (pen === null || width === 0) return
  const density = devicePixelRatio
  canvas.width = Math.round(width * density)
  canvas.height = Math.round(height * density)
  pen.scale(density, density)
  pen.fillStyle = themeColour(canvas.parentElement ?? canvas, '--wave')
  const bars = Math.floor(width / BAR)
  for (let bar = 0; bar < bars; bar++) {
    const from = Math.floor((bar / bars) * peaks.length)
    const until = Math.max(from + 1, Math.floor(((bar + 1) / bars) * peaks.length))
    let peak = 0
    for (let index = from; index < until; index++) peak = Math.max(peak, peaks[index] ?? 0)
    const tall = Math.max(1, peak * (height - 4))
    pen.fillRect(bar * BAR, (height - tall) / 2, BAR - 1, tall)
  }
}
