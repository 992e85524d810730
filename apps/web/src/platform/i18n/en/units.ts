/** English units, as written after a number. */
export const units = { ms: 'ms', s: 's', min: 'min', h: 'h', B: 'B', KB: 'KB', MB: 'MB', thousands: 'k', millions: 'M' }
