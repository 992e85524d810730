import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { subtitleLines } from '../abc/abc-header.ts'
import { parseAbc } from '../abc/parse-abc.ts'
import { runSongPage, type PageData } from './page-client.ts'
import { PAGE_STYLE } from './page-style.ts'
import { songStructure, type Bar, type Cell, type Section } from './song-structure.ts'

/** The content of a song's page. */
export interface SharedSong {
  readonly title: string
  readonly seconds: number
  /** ABC. */
  readonly score: string
  readonly mp3: Uint8Array
  /** More files to take from the page, each with its name and type. */
  readonly files: readonly { readonly name: string; readonly type: string; readonly bytes: Uint8Array }[]
}

const TEXTS = {
  en: { play: 'Play', pause: 'Pause', place: 'Position', form: 'Sections', words: 'Chords and words', score: 'Score' },
  ru: { play: 'Играть', pause: 'Пауза', place: 'Место', form: 'Части', words: 'Аккорды и слова', score: 'Ноты' },
} as const

/** The page may do nothing but play what it holds: it loads nothing and sends nothing. */
const POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; media-src blob:; img-src data:; base-uri 'none'; form-action 'none'"

/**
 * A song as one HTML file that plays in any browser, offline: recording, sections, chords, words and the engraved score.
 * A click on any of them plays from there.
 */
export const writeSongPage = async ({ title, seconds, score, mp3, files }: SharedSong): Promise<string> => {
  const tune = parseAbc(score)
  const sections = songStructure(tune)
  const language = /\p{Script=Cyrillic}/u.test(`${title} ${tune.subtitle ?? ''}`) ? 'ru' : 'en'
  const texts = TEXTS[language]
  const data: PageData = {
    seconds,
    abc: withoutHeading(score),
    sections,
    labels: { play: texts.play, pause: texts.pause },
  }
  const name = escape(title)
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>${name}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<main>
<header><h1>${name}</h1>${subtitleLines(tune.subtitle ?? '')
    .map((line) => `<p>${escape(line)}</p>`)
    .join('')}</header>
<div class="transport"><button id="play" type="button" aria-label="${texts.play}">▶</button><input id="place" type="range" min="0" max="${seconds}" step="0.1" value="0" aria-label="${texts.place}"><span id="clock"></span></div>
<nav class="form" aria-label="${texts.form}">${sections.map(formButton).join('')}</nav>
<div role="region" aria-label="${texts.words}">${sections.map((section, index) => sectionOf(section, sections[index + 1]?.at ?? seconds)).join('')}</div>
<div class="score" role="region" aria-label="${texts.score}"><div id="paper"></div></div>
<footer id="take"><a id="download" download="${escape(fileName(title))}.mp3">MP3</a><a id="svg" href="#paper" download="${escape(fileName(title))}.svg">SVG</a>${files.map((file) => fileLink(file, title)).join('')}</footer>
<audio id="audio" preload="auto"></audio>
</main>
<script type="application/json" id="song">${JSON.stringify(data).replaceAll('<', String.raw`\u003c`)}</script>
<script type="text/plain" id="recording">${Buffer.from(mp3).toString('base64')}</script>
<script>${inScript(await engraver())}</script>
<script>(${inScript(runSongPage.toString())})()</script>
</body>
</html>
`
}

/** The page shows title and subtitle above the score. */
const withoutHeading = (score: string): string => score.replaceAll(/^[TR]:.*\n/gmu, '')

/** abcjs as one script, with its licence. */
const engraver = async (): Promise<string> =>
  readFile(createRequire(import.meta.url).resolve('abcjs/dist/abcjs-basic-min.js'), 'utf8')

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
/** No text may end the script that it is written into. */
const inScript = (text: string): string => text.replaceAll(/<(?=\/script|!--)/giu, '\\u003c')
const fileName = (title: string): string => title.replaceAll(/[^\p{L}\p{N} _-]/gu, '').trim() || 'song'

const formButton = ({ name, at, until }: Section): string =>
  `<button type="button" data-at="${at}" data-until="${until}" style="flex-grow:${Math.round((until - at) * 10)}" title="${escape(name)}">${escape(name)}</button>`

const sectionOf = (section: Section, until: number): string =>
  `<section class="section"><h2>${escape(section.name)}</h2><div class="bars">${section.bars
    .map((bar, index) => barOf(bar, section.bars[index + 1]?.at ?? until))
    .join('')}</div></section>`

const barOf = ({ at, cells }: Bar, until: number): string => {
  const [first] = cells
  const all = first === undefined || first.at > at + 0.001 ? [{ at }, ...cells] : cells
  return `<div class="bar">${all.map((cell, index) => cellOf(cell, all[index + 1]?.at ?? until)).join('')}</div>`
}

const cellOf = ({ at, chord = '', syllable = '', continues }: Cell, until: number): string =>
  `<span class="cell" data-at="${at}" data-until="${until}"><span class="chord">${escape(chordText(chord))}</span><span class="syllable${continues ? ' continues' : ''}">${escape(syllable)}${continues ? '-' : ''}</span></span>`

const fileLink = ({ name, type, bytes }: SharedSong['files'][number], title: string): string => {
  const ending = name.slice(name.lastIndexOf('.') + 1)
  return `<a download="${escape(fileName(title))}.${escape(ending)}" href="data:${type};base64,${Buffer.from(bytes).toString('base64')}">${escape(LABELS[ending] ?? ending)}</a>`
}
/** Signs for sharp and flat, as on paper. */
const chordText = (symbol: string): string => symbol.replaceAll('#', '♯').replaceAll(/(?<=[A-G])b/gu, '♭')
const LABELS: Readonly<Record<string, string>> = { mid: 'MIDI', musicxml: 'MusicXML', abc: 'ABC' }
