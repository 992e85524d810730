/** What the package of this example does (examples/audio), each function under the name of the Tool that it serves. */
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
