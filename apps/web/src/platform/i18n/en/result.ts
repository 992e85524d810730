/** English texts of the song player, its score, and pages. */
export const result = {
  song: {
    waveHint: 'Click to go there, drag to repeat a section',
    loop: 'Repeat',
    loopHint: 'Repeat the marked section, or the whole song (L)',
    section: 'Section {from} to {to}',
    unmark: 'Remove the mark',
    mute: 'Mute {name}',
    muteHint: 'Mute {name} (M)',
    solo: 'Only {name}',
    soloHint: 'Hear only the soloed parts (S)',
    loadingParts: 'Loading the parts',
    tooLarge: 'These parts are too large to mix in the page. Each is a file.',
    dry: 'Parts sound as recorded, without the reverb and mastering of the mix.',
    mini: 'Song now playing',
    show: 'Show {name}',
    downloads: 'Download',
    scoreHint: 'Click a note to go there',
  },
  page: {
    open: 'Open large',
    openHint: 'Open {name} over the window',
    share: 'Share',
    shareHint: 'Save {name}: one file that opens in any browser, also offline',
    close: 'Close {name}',
    svg: 'Save as SVG',
  },
} as const
