/** The parser's sentence with its place in front; it counts columns from 0. */
export const parserSentence = (error: SyntaxError): string => {
  const [, message, line, column] = /^(.*?)\.? \((\d+):(\d+)\)/s.exec(error.message) ?? []
  return message === undefined ? error.message : `Line ${line}, column ${Number(column) + 1}: ${message}.`
}
