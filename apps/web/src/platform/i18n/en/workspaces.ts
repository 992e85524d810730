/** English texts of the person's workspaces: the menu next to the workspace's name, and an address that does not open. */
export const workspaces = {
  label: 'The workspace {name}',
  failed: {
    title: 'The workspace did not open',
    away: 'The server at this address did not return a workspace. Is it still running in its terminal?',
    retry: 'Try again',
    first: 'Open the workspace the server was started with',
    there: 'Open it at {url}',
    unknown: 'Your list has no workspace called "{name}". It may have been renamed or removed.',
    busy: 'Another Ensemble process has "{name}" open. Use it there, or end that process and try again.',
  },
} as const
