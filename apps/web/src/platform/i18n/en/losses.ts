/** English texts about recorded runs that were lost, loaded with the list of runs. */
export const losses = {
  short: 'Some recorded runs are lost or incomplete.',
  repaired: 'The run database was damaged. No run is lost.',
  show: 'Details',
  dismiss: 'Dismiss',
  found: 'The run database is damaged',
  restart:
    'Nothing more is recorded. Restart the server: it then carries over every whole run into a new file, and unfinished runs resume.',
  damaged: 'The run database was damaged',
  missing: 'Recorded changes are missing from the run database',
  kept: {
    one: '{count} run is still here.',
    other: '{count} runs are still here.',
  },
  lost: {
    one: '{count} run is lost.',
    other: '{count} runs are lost.',
  },
  unnamed: {
    one: '{count} of them has no readable ID.',
    other: '{count} of them have no readable ID.',
  },
  behind: 'The last recorded change of run {run} is missing.',
  incomplete: {
    one: '{count} run is here without some large values, notes or the hash of its last event:',
    other: '{count} runs are here without some large values, notes or the hash of their last event:',
  },
  aside: 'The damaged file was saved as .ensemble/{file}.',
  list: 'Lost runs',
}
