/** The functions of this example's package (examples/audio), each named after its Tool. */
export {
  bandByRule,
  harmonyByRule,
  lyricsByRule,
  melodyByRule,
  mixdown,
  mixSong,
  renderAmbience,
  renderPart,
  titleByRule,
} from '@ensemble/audio'
