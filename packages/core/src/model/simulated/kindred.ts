import { splitWords, stemOf } from './words.ts'

/** Kindred words: a waltz is a song, the surf is an ambience. Real models know this, so no request holds it. */
const KINDRED: { readonly [name: string]: string } = {
  song: `music tune track beat piece melody instrumental
    ballad lullaby hymn anthem carol shanty nocturne aria opera epic orchestra orchestral soundtrack jingle
    dance waltz jig slipjig reel hornpipe polka mazurka polonaise tango habanera flamenco tarantella klezmer samba salsa sarabande
    minuet gavotte march jazz swing ragtime blues soul gospel funk pop rock punk metal rap hip-hop trap country bluegrass folk
    bossa nova reggae ska disco techno house trance drum bass breakbeat lofi chiptune raga ambient meditation
    solo piano violin guitar flute sitar drums choir band mood key major minor tempo bpm
    love sea rain wind storm night evening city home
    canción canzone chanson lied schlaflied walzer triste mar amour
    музыка песня мелодия трек баллада романс колыбельная гимн шанти ноктюрн джингл ария танец вальс джига рил полька мазурка полонез
    танго хабанера фламенко тарантелла самба сальса менуэт гавот сарабанда марш джаз свинг регтайм блюз госпел фанк поп рок панк
    метал рэп хип-хоп кантри фолк босса-нова регги ска диско техно хаус транс рага эмбиент фортепиано скрипка гитара хор
    грустная веселая спокойная море ветер дождь любовь дорога дом ночь`,
  ambience: `sound noise effect atmosphere place sea wave surf rain wind storm thunder crowd market cricket night
    звук шум эффект атмосфера море волны прибой дождь ветер гроза гром буря шторм толпа гул рынок сверчки ночь`,
}

/** The words that the words of a Tool's name cover. */
export const kindredOf = (name: string): string =>
  splitWords(name)
    .map((word) => KINDRED[stemOf(word)] ?? KINDRED[word] ?? '')
    .join(' ')

/** Whether a Tool's name says that it makes the sound of a place. */
export const soundsLikePlace = (name: string): boolean => splitWords(name).includes('ambience')

const MEASURES = new Set('second minute hour bpm секунда минута полминуты'.split(' ').map(stemOf))

/** Whether a word says how long or how fast, and nothing of what: `ten seconds`. */
export const isMeasure = (word: string): boolean => MEASURES.has(stemOf(word))
