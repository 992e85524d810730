/** Bits of an event's own number in `events.id`; its Run's is above them. */
const SEQ_BITS = 24

const RUN = `((select n from runs where runs.id = ?1) << ${SEQ_BITS})`

/** The `id` of an event of Run `?1` whose number is this expression. */
export const eventId = (seq: string): string => `${RUN} + ${seq}`

/** The events of Run `?1` after this one. */
export const eventsAfter = (seq: string): string =>
  `events.id > ${eventId(seq)} and events.id < ${eventId(String(2 ** SEQ_BITS))}`
