/** English texts of a run that was saved as one page. */
export const saved = {
  label: 'Saved run',
  note: 'A recorded run, saved as one page. It works without a server. Drag the scrubber to any instant.',
  facts: '{model} · {started} · {time} · {requests} · {calls} · {tokens} tokens',
  requests: { one: '{count} request', other: '{count} requests' },
  calls: { one: '{count} call', other: '{count} calls' },
  views: 'Views of the run',
  view: { timeline: 'Timeline', tree: 'Tree', messages: 'Messages', state: 'State', result: 'Result' },
  input: 'Input',
  output: 'Output',
  noOutput: 'The run has no output.',
  choose: 'Select a span to see what the model got and answered.',
  files: 'Files',
  leftOut: 'left out of this page',
} as const
