/**
 * Bars of rhythm by family, written out: `S` a stressed syllable, `w` a weak one, `~` a note that carries the syllable on,
 * `-` the note held, `.` a rest. A bar that begins with `<` starts its first stress one step early. All steps of a bar are
 * equally long. `open` bars lead on; `close` bars end a line and leave room for an answer.
 */
export interface Cells {
  readonly metre: string
  readonly open: string
  readonly close: string
}

export const CELLS = {
  ballad: {
    metre: '4/4',
    open: 'S--wS-w. S-w-S--w S-wS--w. S--wSw.. S--w--.. S-w-Sw..',
    close: 'S-wS.... S--wS... S---.... S-wS-wS. S--..... SwS.....',
  },
  hymn: {
    metre: '4/4',
    open: 'S-w-S-w- S--wS-w- S-~wS-w- S-w-S~w- S~w-S-w- S--wS--w S-w-S-w.',
    close: 'S-w-S... S--wS... S-~wS... S---.... S--..... S~--....',
  },
  carol: {
    metre: '4/4',
    open: 'S-w-S~w~ S~w~S-w- S~~wS-w- S-w-S~~w S-~wS~w- S-w-S-w.',
    close: 'S-w-S... S~~wS... S~~-.... S-~-.... S-......',
  },
  march: {
    metre: '4/4',
    open: 'S-----.wS-----.w S--wS-----w-.... S---w---S--w.... S-----w-S---w-.. S---..w-S---..w-',
    close: 'S--wS---........ S---w---S-...... S-----.wS-...... S---............ S-..............',
  },
  anthem: {
    metre: '4/4',
    open: 'S-----.wS---w-.. S---w---S-----w- S--wS---..w-.... S-----w-S---..w- S---..w---...... S---..w-S--w....',
    close: 'S-----w-S---.... S--wS-----...... S---w---S---.... S-----.......... S---............ S-----w-S-......',
  },
  jazz: {
    metre: '4/4',
    open: '.SwS-w.. S-wS--w. .S-wS-w. <-wS.w.. <--wS-w. S.wS.w..',
    close: '.SwS.... <-wS.... S-wS.... <-...... .S-..... S.wS.wS.',
  },
  swing: {
    metre: '4/4',
    open: 'S.wS.w.. <.wS--w. .S.wS.w. SwS..w.. S..wS.w. <-wS-w..',
    close: '<.wS.... S.wS.... SwS..... .S...... <-...... S.......',
  },
  blues: {
    metre: '4/4',
    open: 'S-wS-w.. .SwS-w.. <-wS.w.. S~wS~w.. SwS--w.. .S~wSw..',
    close: 'S~-..... .S-..... <--..... SwS..... .SwS~... S-wS....',
  },
  bossa: {
    metre: '4/4',
    open: 'S-wS--w. .S-wS--w <-wS--w. S--wS..w .S-wS-w. <--wS--w',
    close: '<-wS-... .S-wS... S-wS.... <---.... .S--.... S--wS...',
  },
  salsa: {
    metre: '4/4',
    open: 'S-wS..w. .S-wS.w. <-.wS-w. S.wS-w.. .SwS..w.',
    close: '.S-wS... <-wS.... S.wS.... <-...... .S...... .SwS....',
  },
  pop: {
    metre: '4/4',
    open: 'S-wS--w. .SwS--w. <-wS--w. S-wS-wSw <-w-S-w. SwS--w..',
    close: 'S-wS-... <-wS.... S--..... <--..... SwSwS... .SwS....',
  },
  rock: {
    metre: '4/4',
    open: 'S-w-S.w. SwS--w.. S.wS-w.. <-w-S-w. S-wS.w.. .SwS.w..',
    close: 'S-w-S... SwS..... S--..... <--..... S.wS....',
  },
  punk: {
    metre: '4/4',
    open: 'S.w.S.w. SwSwSw.. S.wS.w.. <.w.S.w. SwSw.... S.wS..w.',
    close: 'S.w.S... SwS..... S....... SwSwS... <....... S.wS.... S-......',
  },
  metal: {
    metre: '4/4',
    open: 'S-~wS-~w S--wS~~w S~~wS-w. <-~wS-w. S~~wS~~w',
    close: 'S--wS... S-~wS... S---.... S~~-.... <--.....',
  },
  folk: {
    metre: '4/4',
    open: 'S-w-S-w. S~w-S-w. S--wS~w. SwS--w.. S-w-S~~w S-~wS-w.',
    close: 'S-w-S... S~wS.... S--..... S-wS.... S~-..... SwSwS...',
  },
  shanty: {
    metre: '4/4',
    open: 'S-w-S.w. S--wS--w S.w.S.w. S-wS.w.. S.wS--w.',
    close: 'S.w.S... S--wS... S--..... S-w-S... S.......',
  },
  country: {
    metre: '4/4',
    open: '.SwS-w.. S-wS-w.. <-wS-w.. S-w-Sw.. S~wS-w.. SwS--w..',
    close: 'S-wS.... .SwS.... S~-..... <--..... SwS..... S-......',
  },
  reel: {
    metre: '4/4',
    open: 'S~w~S~w~ S~~wS-~w S-w~S~w~ S~~wS~w~ S~w~S-w- S-~wS~w~ S~w-S~~w S~~wS-w~',
    close: 'S~w~S... S~~wS... S~wS.... S~~~.... S-~~.... S~...... S~~-.... S-wS....',
  },
  hornpipe: {
    metre: '4/4',
    open: 'S--wS-w~ S-w~S-w~ S-w-S-~w S~w-S~w- S-~wS-w~ S~~wS-w- S-w-S~w- S~~wS~w.',
    close: 'S--wS... S-w-S... S-~wS... S~w-S... S~-~.... S-...... S~w~S... S~~wS...',
  },
  reggae: {
    metre: '4/4',
    open: '.S.wS.w. .SwS..w. S.wS.w.. .S-wS-w. <.w.S.w. .S.w.Sw.',
    close: '.SwS.... .S.wS... .S-..... .S...... <-...... S.wS....',
  },
  ska: {
    metre: '4/4',
    open: '.SwS.w.. S.wS.w.. .SwS-w.. SwS..w.. .S.wS.w.',
    close: '.SwS.... SwS..... .S...... S....... S.wS....',
  },
  trailer: {
    metre: '4/4',
    open: 'S--w--.. S--wS-w. S-w-S-w. S---..w. S-~wS-w.',
    close: 'S---.... S-wS.... S--..... S--wS... S-~-....',
  },
  ambient: {
    metre: '4/4',
    open: 'S--wS--w S-w-S--w S-----w. S--w--.. S--w---. S--wS-w. S-w-S-w.',
    close: 'S--wS... S-w-S... S---.... S-~~.... S-~-.... S--wS-..',
  },
  club: {
    metre: '4/4',
    open: 'S--w--S---w-.... S--w--S-..w-.... ..S.w.S...w..... S---w-S--w...... <--w..S--w......',
    close: 'S--w--S-........ ..S-w-S......... S---............ <--............. S--w..S-........',
  },
  house: {
    metre: '4/4',
    open: '..S-w-S-..w-.... S--w..S-..w..... ..S..wS-..w..... S--w--S..w......',
    close: '..S-w-S-........ S--w..S......... ..S---.......... S--............. ...S............',
  },
  trance: {
    metre: '4/4',
    open: 'S--~--w-S--~--w- S--~--w-..S-w-.. S--w--S-..w-.... ..S-~-w-S--~w-.. S--w..S--~--w-..',
    close: 'S--~--w-S-...... S--~--~-........ S--w--S-........ S-~-............ ..S-~-.......... ..S-w-S-........',
  },
  breaks: {
    metre: '4/4',
    open: 'S---w-..S---w-.. S--w--S---w..... ..S---w-S---w-.. S-----w-..S-w-..',
    close: 'S---w-S-........ S-----.......... S---w-..S-...... ..S-............ S--w..S---......',
  },
  chiptune: {
    metre: '4/4',
    open: 'S-~-w-~-S-~-w-~- S-w-S.w......... S-~-~-w-S-~-w-.. S--~--w-S-w-.... S-~-w-..S-~-~-w-',
    close:
      'S-~-w-~-S-...... S-w-S-.......... S-~-~-.......... S-~-............ S--~--~-........ S-w-S-~-........ S-~-~-~-........',
  },
  disco: {
    metre: '4/4',
    open: 'S---w-..S-w-.... ..S-w---S---w-.. S-w---..S---w-.. S--w--..S-..w... ..S---w-..S-w-..',
    close: 'S---w-..S---.... S-w---S-........ S-----.......... ..S-............ ..S-w---S-......',
  },
  bluegrass: {
    metre: '4/4',
    open: 'S~w~S~w. S~~wS~w. .S~wS~w~ S~w-S~~w S-w~S~w.',
    close: 'S~wS.... .S~wS... S~~..... .S~~.... S~w~S... S-......',
  },
  'hip-hop': {
    metre: '4/4',
    open: '..S-w-S--w...... S-w-..S--w...... S--wS-w-........ ...S-w-.S-w-.... S-wS-w-.S-w-.... .S-w..S..w......',
    close: 'S-w-S-.......... ..S-w-S-........ S-.............. ..S-............ ...S-w-.S-...... S-wS-...........',
  },
  trap: {
    metre: '4/4',
    open: 'S-w.S-w......... ..SwS.w......... S--w--S--w...... S-w...S--w......',
    close: 'S-w.S-.......... ..SwS........... S............... ..S............. S--w--S-........',
  },
  'lo-fi': {
    metre: '4/4',
    open: 'S--~w...S-w-.... ..S-w---S--w.... S---.w..S---w... ..S~w-..S-w-....',
    close: 'S--~w...S-...... ..S-w-S~........ S--~............ ..S---.......... .S--............',
  },
  funk: {
    metre: '4/4',
    open: 'S..w..S..w...... S-w...S..w...... ...S.w.S.w...... <-.w..S..w...... S..wS.w......... .S.w..S..w......',
    close: 'S..w..S......... ..S.w.S......... S............... <-.............. S..wS...........',
  },
  tango: {
    metre: '4/4',
    open: 'S-----w-S---w-.. S--wS-----w-.... S-....w-S-..w-.. ..S-w-..S---w-.. S--wS-w.........',
    close: 'S-----w-S-...... S--wS-.......... S---............ ..S-w-..S-...... S-..............',
  },
  raga: {
    metre: '4/4',
    open: 'S---~~w-S---w-.. S-~~w---S---~~w- S-----w-S~~-w-.. S~~---w-S-----w- S---w-~~S-~-w-..',
    close: 'S---w---S-...... S~~-w---S~~-.... S~~~--.......... S---~~----...... S-~-............',
  },
  gavotte: {
    metre: '4/4',
    open: 'S~w-S-w- S-w~S-w- S~w~S-w. S-w-S~w. S~~wS~w-',
    close: 'S-w-S... S~w-S... S~w~S... S-~-.... S--.....',
  },
  nocturne: {
    metre: '12/8',
    open: 'S----wS----w S--~-wS--w-. S-~~-wS----w S----wS-~-w. S---w-S----w S----wS--w..',
    close: 'S----wS-.... S-~~-wS-.... S----....... S--~--...... S--w--S-.... S----wS.....',
  },
  gospel: {
    metre: '12/8',
    open: 'S--w..S--w.. .S-w..S-~w.. S-~w..S--w.. S--~-wS-w... <--w..S--w..',
    close: 'S--w..S..... S-~~........ .S-......... S--~~-...... <--w..S.....',
  },
  lullaby: {
    metre: '6/8',
    open: 'S-wS-w S~wS-w S-wS~w S---.w S-~-.w S-wSw. S-wS.w S~wS.w',
    close: 'S-wS.. SwS... S-.... S~.... S.wS.. S.....',
  },
  barcarolle: {
    metre: '6/8',
    open: 'S---w-S---.w S-~-w-S---w. S---w-S-~-w. S--w--S---w.',
    close: 'S---w-S-.... S-~-w-S..... S-------.... S-~-........ S---........',
  },
  sailor: {
    metre: '6/8',
    open: 'S---w-S-..w- S-..w-S---w- S---.wS---.w S-~-w-S-..w.',
    close: 'S---w-S-.... S-..w-S-.... S---........ S-.......... S---.wS-....',
  },
  jig: {
    metre: '6/8',
    open: 'S~wS~w S~wS-w S-wS~w S~~~~w S-wS-w S.wS~w',
    close: 'S~wS.. S-wS.. S~.... S~~... S.wS.. S.....',
  },
  tarantella: {
    metre: '6/8',
    open: 'Sw.S~w S.wS.w S~wS.w S.wS~w S~wSw. S-wS.w S.wSw.',
    close: 'S~wS~. S.wS.. S~wS.. S..... S~~~.. SwS... S~....',
  },
  'slip jig': {
    metre: '9/8',
    open: 'S~wS~~~~w S-wS~~~-w S~wS--~~w S-wS-~w~~ S~wS~~w~~ S-wS~w~~.',
    close: 'S~wS~~... S-wS--... S~~~..... S--~~.... S~wS..... S-wS-....',
  },
  waltz: {
    metre: '3/4',
    open: 'S---w. S-~-w. S-~~w. S-w-.. S-..w. S-~-~w S--~w. S-w-~.',
    close: 'S--... S-~... S-.... S-~-.. S---.. S~~...',
  },
  mazurka: {
    metre: '3/4',
    open: 'S--~w---.... S--~----w-.. S-~-w---.... S---w---~-.. S--~~---w-..',
    close: 'S--~----.... S---........ S-~-~-...... S--~........ S-..........',
  },
  minuet: {
    metre: '3/4',
    open: 'S-w-~. S~~~w. S-~~w. S---w. S~w-.. S-w~~.',
    close: 'S---.. S~~~.. S-.... S-~-.. S~-...',
  },
  pastoral: {
    metre: '3/4',
    open: 'S--~w- S-~~w- S--~w. S---w- S-~-w- S--w-.',
    close: 'S--~-- S--~.. S-~~-. S---.. S-~... S-----',
  },
  flamenco: {
    metre: '3/4',
    open: 'S-~~w---.... ..S-~~w-.... S---~-w-~~.. S-~-w-..~-.. S--~w-......',
    close: 'S-~~~-...... S---........ ..S-~~~-.... S-~-........ S--~--......',
  },
  sarabande: {
    metre: '3/4',
    open: 'S-----w-S-w- S---w---S-w- S---~-w-S-w. S---~~w-S-.w S-------w-.. S---w---S-w. S-----w-S.w.',
    close: 'S---w---S... S---........ S-----...... S---~---.... S--.w---S... S-~-........',
  },
  polonaise: {
    metre: '3/4',
    open: 'S-~~w-~-S-w- S---w-~~S-w- S-~~~-w-S-w- S-----w-S-w- S---w---S-w. S-~~w---S-w.',
    close: 'S-~~w---S-.. S---........ S---w-~~S... S-~-........ S-----w-S...',
  },
  polka: {
    metre: '2/4',
    open: 'S-~-w-.. S---w-~. S-~~w-.. S~~-w-.. S---w-.. S-~-w-~~',
    close: 'S---.... S-~-.... S-...... S~~-.... S-~-~-..',
  },
  klezmer: {
    metre: '2/4',
    open: 'S--~w-~. S-~~w-.. ..S-~~w. S--~--w. S~~~w-..',
    close: 'S--~.... S-~~.... ..S-.... S-...... S~~~....',
  },
  ragtime: {
    metre: '2/4',
    open: 'S~-~-w.. .S-~-w.. S-~--w.. .S--w-.. S~-~w... S-~-~-w.',
    close: '.S--.... S-~-.... S~-~-... <---.... S--.....',
  },
  samba: {
    metre: '2/4',
    open: '.S-~-w.. S-.~-w.. <--~-w.. S--w-.~. .S-w-~..',
    close: '.S-..... <--..... S--~.... .S-~-... S--.....',
  },
  habanera: {
    metre: '2/4',
    open: 'S-~wS.w. S--wS-w. S-~wS-w. S--wS~w. .S-wS-w. S--wS.w. S-~wS~w.',
    close: '.S-wS... S~--.... S-~wS... S---.... S-~-.... .S--.... S--wS... S--.....',
  },
} as const satisfies Readonly<Record<string, Cells>>
export type CellsName = keyof typeof CELLS
