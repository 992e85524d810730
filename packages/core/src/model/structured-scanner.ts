/** Calls of one answer that are read: what becomes of all of them is shown in the next turn. */
export const MOST_CALLS = 10_000
export const TOO_MANY_CALLS = `it holds more than ${MOST_CALLS} calls; make the others in the next turn`

/** Scans the streaming envelope `{ "calls": [ … ], "output": … }` for the bounds of its values; judges nothing. */
export class StructuredScanner {
  /** The piece being read; what came before it lives in the value that it continues. */
  private text = ''
  private position = 0
  private place: Place = 'start'
  private value: ValueScan | undefined
  private key = ''
  private readonly keys = new Set<string>()
  private calls: string[] = []
  private count = 0

  /** The output's JSON text once it is complete; `null` is left out. */
  output: string | undefined
  /** The first fault of the envelope. */
  problem: string | undefined

  get done(): boolean {
    return this.place === 'end'
  }
  /** Whether a name of the envelope was read: without one, the text isn't an envelope. */
  get isEnvelope(): boolean {
    return this.keys.has('calls') || this.keys.has('output')
  }
  get names(): ReadonlySet<string> {
    return this.keys
  }

  /** Takes a piece of text, returns the Calls that became complete with it. Time is linear in the whole text. */
  push(piece: string): readonly string[] {
    this.text = piece
    this.position = 0
    this.calls = []
    while (this.problem === undefined && this.position < piece.length && this.step());
    if (this.value !== undefined) {
      this.value.head += piece.slice(this.value.start)
      this.value.start = 0
    }
    return this.calls
  }

  /** One step forward; false when more text is needed. */
  private step(): boolean {
    if (this.value !== undefined) return this.stepValue(this.value)
    const character = this.text.charAt(this.position)
    if (isSpace(character)) {
      this.position++
      return true
    }
    switch (this.place) {
      case 'start':
        if (character === '{') return this.go('first key')
        return this.fail(this.startProblem())
      case 'first key':
      case 'key':
        if (character === '"') return this.scan('key')
        if (character === '}' && this.place === 'first key') return this.go('end')
        return this.fail(`expected the name of a property, found ${show(character)}`)
      case 'colon':
        if (character === ':') return this.go('value')
        return this.fail(`expected ":" after "${this.key}", found ${show(character)}`)
      case 'value':
        if (this.key === 'calls' && character === '[') return this.go('first call')
        return this.scan('property')
      case 'first call':
      case 'call':
        if (character === ']' && this.place === 'first call') return this.go('after property')
        return this.scan('call')
      case 'after call':
        if (character === ',') return this.go('call')
        if (character === ']') return this.go('after property')
        return this.fail(`expected "," or "]" after a call, found ${show(character)}`)
      case 'after property':
        if (character === ',') return this.go('key')
        if (character === '}') return this.go('end')
        return this.fail(`expected "," or "}" after "${this.key}", found ${show(character)}`)
      case 'end':
        return this.fail('text follows the JSON object; answer with the object alone')
    }
  }

  private go(place: Place): true {
    this.place = place
    this.position++
    return true
  }

  private fail(problem: string): false {
    this.problem = problem
    return false
  }

  private startProblem(): string {
    return this.text.startsWith('`', this.position)
      ? 'the answer is inside a code fence; answer with the JSON object alone'
      : 'the answer does not begin with "{"; answer with the JSON object alone'
  }

  private scan(role: ValueScan['role']): true {
    this.value = { role, head: '', start: this.position, hasBegun: false, closers: [], inString: false, escaped: false }
    return true
  }

  /** Moves to the end of the value being scanned, or to the end of the text. */
  private stepValue(scan: ValueScan): boolean {
    const { text } = this
    for (; this.position < text.length; this.position++) {
      const character = text.charAt(this.position)
      if (scan.inString) {
        if (scan.escaped) scan.escaped = false
        else if (character === '\\') scan.escaped = true
        else if (character === '"') {
          scan.inString = false
          if (scan.closers.length === 0) return this.endValue(scan, this.position + 1)
        }
      } else if (character === '"') {
        if (scan.closers.length === 0 && scan.hasBegun) return this.endValue(scan, this.position)
        scan.inString = true
      } else if (character === '{' || character === '[') {
        if (scan.closers.length === 0 && scan.hasBegun) return this.endValue(scan, this.position)
        scan.closers.push(character === '{' ? '}' : ']')
      } else if (character === '}' || character === ']') {
        if (scan.closers.length === 0) return this.endValue(scan, this.position)
        const closer = scan.closers.pop()
        if (closer !== character) return this.fail(`expected ${show(closer ?? '')}, found ${show(character)}`)
        if (scan.closers.length === 0) return this.endValue(scan, this.position + 1)
      } else if (scan.closers.length === 0 && (character === ',' || isSpace(character))) {
        return this.endValue(scan, this.position)
      }
      scan.hasBegun = true
    }
    return false
  }

  private endValue(scan: ValueScan, end: number): boolean {
    const text = scan.head + this.text.slice(scan.start, end)
    this.position = end
    this.value = undefined
    if (text === '') return this.fail(`expected a value, found ${show(this.text.charAt(end))}`)
    switch (scan.role) {
      case 'key':
        return this.endKey(text)
      case 'call':
        if (++this.count > MOST_CALLS) return this.fail(TOO_MANY_CALLS)
        this.calls.push(text)
        this.place = 'after call'
        return true
      case 'property':
        this.place = 'after property'
        if (this.key === 'calls' && text !== 'null') return this.fail('"calls" is not an array')
        if (this.key === 'output' && text !== 'null') this.output = text
        return true
    }
  }

  private endKey(text: string): boolean {
    try {
      this.key = String(JSON.parse(text))
    } catch {
      return this.fail(`${text.slice(0, 40)} is not a valid JSON string`)
    }
    if (this.keys.has(this.key)) return this.fail(`"${this.key}" stands twice`)
    this.keys.add(this.key)
    this.place = 'colon'
    return true
  }
}

type Place =
  'start' | 'first key' | 'key' | 'colon' | 'value' | 'first call' | 'call' | 'after call' | 'after property' | 'end'

interface ValueScan {
  readonly role: 'key' | 'property' | 'call'
  /** Its text in earlier pieces, and its continuation in this one. */
  head: string
  start: number
  hasBegun: boolean
  readonly closers: string[]
  inString: boolean
  escaped: boolean
}

const isSpace = (character: string): boolean =>
  character === ' ' || character === '\n' || character === '\r' || character === '\t'

const show = (character: string): string => JSON.stringify(character)
