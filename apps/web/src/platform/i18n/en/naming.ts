/** English texts of names that are written in place. */
export const naming = {
  idea: 'Name of the Idea',
  tool: 'Name of the Tool',
  stillSaid: 'The name “{name}” is still used',
  tools: { one: 'in the name of {count} tool', other: 'in the names of {count} tools' },
  mentions: { one: '{count} time in prompts', other: '{count} times in prompts' },
  carry: 'Rename these too',
  invalid: 'Use up to 64 Latin letters, digits, - and _. Start with a letter.',
  taken: '{name} is already taken. Upper and lower case count as the same.',
  reserved: '{name} is reserved. Choose another name.',
} as const
