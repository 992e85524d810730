/** English units, as they stand behind a number. */
export const units = { ms: 'ms', s: 's', min: 'min', h: 'h', B: 'B', KB: 'KB', MB: 'MB' }
