/** English texts of the banners over the canvas: the server is away, a file changed twice. */
export const banners = {
  away: {
    title: 'The server is away.',
    text: 'Keep working. Your edits stay in this browser and are saved when it is back.',
  },
  outdated: {
    title: 'Ensemble was updated.',
    text: 'This page is older than the server. Your edits are safe.',
    reload: 'Reload',
  },
  profile: {
    title: 'New runs use the profile {profile}',
    text: '{model} is the default model now.',
    keep: 'Keep {before}',
  },
  refused: {
    title: '{host} was blocked',
    allow: 'Allow it in Settings, Network, or in ensemble.json: {snippet}',
  },
  conflict: {
    title: '{file} changed on disk while you edited it',
    gone: '{file} was deleted elsewhere while you edited it',
    text: 'Nothing is overwritten until you choose.',
    keepMine: 'Keep mine',
    takeTheirs: 'Take theirs',
    combine: 'Combine both',
    combineHint: 'The changes are on different lines, so you can keep both',
    cannotCombine: 'Both changed the same lines, so you have to choose one',
    seeDiff: 'See the difference',
    review: 'Review',
    mine: 'Yours',
    theirs: 'On disk',
    deleted: '(the file is deleted)',
    place: 'Difference {at} of {count}',
    previous: 'Previous difference',
    next: 'Next difference',
  },
} as const
