/** English texts of the menu next to the workspace's name; loaded with it. */
export const workspaceMenu = {
  label: 'The workspace {name}',
  folder: 'Its files are in',
  copy: 'Copy the path',
  copied: 'Copied',
  fresh: 'New workspace…',
  import: 'Import…',
  export: 'Export…',
  settings: 'Settings',
} as const
