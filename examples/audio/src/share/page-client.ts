/// <reference lib="dom" />
import type { Section } from './song-structure.ts'

/** The content of the page's element `song`. */
export interface PageData {
  readonly seconds: number
  readonly abc: string
  readonly sections: readonly Section[]
  readonly labels: { readonly play: string; readonly pause: string }
}

interface Engraver {
  renderAbc(paper: string, abc: string, options: object): readonly EngravedTune[]
}
interface EngravedTune {
  setTiming(): unknown
  readonly noteTimings?: readonly {
    readonly type: string
    readonly milliseconds: number
    readonly elements?: readonly (readonly Element[])[]
    readonly startCharArray?: readonly number[]
  }[]
}

/**
 * The script of a song's page. Its text is written into the page, so it uses nothing outside itself except the engraver
 * (`ABCJS`).
 */
export const runSongPage = (): void => {
  const one = <T extends Element>(selector: string): T => document.querySelector(selector) as T // the page has them all
  const song = JSON.parse(one('#song').textContent ?? '') as PageData
  const audio = one<HTMLAudioElement>('#audio')
  const play = one<HTMLButtonElement>('#play')
  const place = one<HTMLInputElement>('#place')
  const clock = one<HTMLElement>('#clock')
  // A Blob can be sought in everywhere; a data: address cannot.
  const bytes = Uint8Array.from(atob(one('#recording').textContent ?? ''), (letter) => letter.charCodeAt(0))
  const recording = URL.createObjectURL(new Blob([bytes], { type: 'audio/mpeg' }))
  audio.src = recording
  one<HTMLAnchorElement>('#download').href = recording

  const engraver = (globalThis as unknown as { readonly ABCJS?: Engraver }).ABCJS
  const moments: { readonly at: number; readonly elements: readonly Element[]; readonly places: readonly number[] }[] =
    []
  const goTo = (seconds: number): void => {
    audio.currentTime = seconds
    void audio.play()
    show()
  }
  const [tune] =
    engraver?.renderAbc('paper', song.abc, {
      responsive: 'resize',
      staffwidth: 760,
      add_classes: true,
      paddingleft: 0,
      paddingright: 0,
      selectTypes: ['note'],
      selectionColor: 'currentColor',
      wrap: { preferredMeasuresPerLine: 4, minSpacing: 1.6, maxSpacing: 2.8 },
      format: Object.fromEntries(
        ['title', 'subtitle', 'info', 'parts', 'tempo', 'gchord', 'vocal'].map((name) => [
          `${name}font`,
          name === 'title' ? 'sans-serif 18 bold' : 'sans-serif 13',
        ]),
      ),
      clickListener: ({ startChar }: { readonly startChar?: number }) => {
        const moment = moments.find(({ places }) => startChar !== undefined && places.includes(startChar))
        if (moment !== undefined) goTo(moment.at)
      },
    }) ?? []
  tune?.setTiming()
  for (const { type, milliseconds, elements = [], startCharArray = [] } of tune?.noteTimings ?? [])
    if (type === 'event') moments.push({ at: milliseconds / 1000, elements: elements.flat(), places: startCharArray })
  for (const note of document.querySelectorAll('#paper [tabindex]')) note.removeAttribute('tabindex')

  const timed = [...document.querySelectorAll<HTMLElement>('[data-at]')].map((element) => ({
    element,
    at: Number(element.dataset['at']),
    until: Number(element.dataset['until']),
  }))
  let sounding: readonly Element[] = []
  const show = (): void => {
    const now = audio.currentTime
    const minutes = (seconds: number): string =>
      `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
    clock.textContent = `${minutes(now)} / ${minutes(song.seconds)}`
    place.value = String(now)
    const begun = now > 0 || !audio.paused
    for (const { element, at, until } of timed)
      element.classList.toggle('now', begun && now >= at - 0.03 && now < until - 0.03)
    const moment = begun ? moments.findLast(({ at }) => at <= now + 0.03) : undefined
    for (const element of sounding) element.classList.remove('now')
    sounding = moment?.elements ?? []
    for (const element of sounding) element.classList.add('now')
    play.textContent = audio.paused ? '▶' : '❚❚'
    play.setAttribute('aria-label', audio.paused ? song.labels.play : song.labels.pause)
  }
  const follow = (): void => {
    show()
    if (!audio.paused) requestAnimationFrame(follow)
  }
  const toggle = (): void => void (audio.paused ? audio.play() : audio.pause())
  audio.addEventListener('play', follow)
  audio.addEventListener('pause', show)
  audio.addEventListener('seeked', show)
  play.addEventListener('click', toggle)
  place.addEventListener('input', () => {
    audio.currentTime = Number(place.value)
    show()
  })
  document.addEventListener('click', ({ target }) => {
    const place = target instanceof Element ? target.closest<HTMLElement>('[data-at]') : null
    if (place !== null) goTo(Number(place.dataset['at']))
  })
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    // Over the window of Ensemble it closes; alone, there is no one to hear it.
    if (event.code === 'Escape') parent.postMessage('close', '*')
    const step = event.code === 'ArrowRight' ? 5 : event.code === 'ArrowLeft' ? -5 : 0
    // Space plays wherever the focus is, except on a button of the structure, which it presses.
    const isPress = event.code === 'Space' && !(event.target instanceof Element && event.target.closest('[data-at], a'))
    if (!isPress && step === 0) return
    event.preventDefault()
    if (isPress) toggle()
    else audio.currentTime = Math.max(0, Math.min(song.seconds, audio.currentTime + step))
  })
  one<HTMLAnchorElement>('#svg').addEventListener('click', ({ currentTarget }) => {
    const drawing = document.querySelector('#paper svg')?.cloneNode(true) as SVGElement // the engraver drew one
    drawing.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
    drawing.setAttribute('style', 'color: black; background: white')
    const link = currentTarget as HTMLAnchorElement // it listens on a link
    link.href = URL.createObjectURL(new Blob([drawing.outerHTML], { type: 'image/svg+xml' }))
  })
  // A page inside another one may save nothing.
  if (window !== window.top) one<HTMLElement>('#take').hidden = true
  show()
}
