/** English reasons why a delegation cannot be drawn; loaded with the first one. */
export const connecting = {
  self: 'A module that calls itself ends only at the depth limit. If you want that, connect it in JSON.',
  kind: 'Only an Idea or an Activity can run a tool.',
  server: 'An MCP server has many tools. Drag one of them from the explorer onto the Idea.',
  latent: 'The Idea says that the model fills {tool} itself. Change that in its form.',
  broken: '{file} must be valid JSON before you can change it here.',
}
