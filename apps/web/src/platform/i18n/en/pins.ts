/** English texts of pinned results. */
export const pins = {
  section: 'Pinned result',
  pin: 'Pin this result: runs reuse it while you design',
  unpin: 'Unpin: the Calls of {tool} run again',
  any: 'Replaces every Call of {tool}.',
  exact: 'Replaces Calls with exactly these parameters.',
  onlySame: 'Only for the same parameters',
  inProduction: 'The profile production never uses it.',
  remove: 'Unpin',
} as const
