/** English texts of copying and pasting; loaded with them. */
export const clipboard = {
  copied: { one: 'Copied {count} node', other: 'Copied {count} nodes' },
  copiedIdea: 'Copied {name}',
  copiedGroup: {
    one: 'Copied the group {title} with {count} node',
    other: 'Copied the group {title} with {count} nodes',
  },
  pasted: { one: 'Pasted {count} node', other: 'Pasted {count} nodes' },
  copiedTool: 'Copied the tool {name}',
  pastedTool: 'Pasted the tool {name}',
  unreadable: 'The clipboard could not be read',
  unreadableHint: 'Press the shortcut for pasting on the canvas: it needs no permission.',
}
