/** English texts of groups on the canvas; loaded with them. */
export const groups = {
  label: { one: 'Group {title}, {count} node', other: 'Group {title}, {count} nodes' },
  foldedLabel: { one: 'Folded group {title}, {count} node', other: 'Folded group {title}, {count} nodes' },
  untitled: 'Group',
  group: 'Group',
  count: { one: '{count} node', other: '{count} nodes' },
  calls: 'calls out of the group',
  fold: 'Fold into one node',
  unfold: { one: 'Show its {count} node', other: 'Show its {count} nodes' },
  remove: 'Remove the group',
  newGroup: 'Group {number}',
  chosen: '{title} selected',
  name: 'Name of the group',
  nodes: 'In this group',
  hint: 'Drag to move the group, double-click to rename it',
  text: 'A frame around nodes that belong together. It is saved in the layout file only and does not affect runs.',
}
