/** What each kind of node is called, by the catalogue's keys. */
export const NODE_WORDS = {
  activity: 'canvas.activity',
  mcp: 'canvas.mcp',
  url: 'canvas.remote',
  missing: 'canvas.missing',
  idea: 'canvas.label',
} as const
