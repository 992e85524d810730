/** The name of each kind of node, as keys of the catalogue. */
export const NODE_WORDS = {
  activity: 'canvas.activity',
  mcp: 'canvas.mcp',
  url: 'canvas.remote',
  missing: 'canvas.missing',
  idea: 'canvas.label',
} as const
