/** A brief of a whole song, made by all that makes songs, in half the time that a full one takes. */
export const SHORT_SONG = 'a waltz about tea, six seconds'
