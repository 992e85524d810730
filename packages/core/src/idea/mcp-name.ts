/** The MCP server that an Activity's name `SERVER__TOOL` belongs to; undefined for a name of another form. */
export const mcpServerOf = (activity: string): string | undefined => {
  const at = activity.indexOf('__')
  return at > 0 && at + 2 < activity.length ? activity.slice(0, at) : undefined
}
