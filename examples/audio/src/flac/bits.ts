/** Bits written one after another, the highest first, into room that grows. */
export class BitWriter {
  private bytes = new Uint8Array(2 ** 16)
  private held = 0
  private count = 0
  length = 0

  /** Writes the lowest bits of a value, 24 at most. */
  put(value: number, bits: number): void {
    this.held = (this.held << bits) | (value & ((1 << bits) - 1))
    this.count += bits
    while (this.count >= 8) {
      this.count -= 8
      if (this.length === this.bytes.length) this.grow()
      this.bytes[this.length++] = this.held >>> this.count
    }
  }

  /** A number in Rice's code: as many zeros as its quotient, a one, and the rest. */
  putRice(value: number, parameter: number): void {
    let zeros = value >>> parameter
    if (zeros + 1 + parameter <= 24) {
      this.put((1 << parameter) | (value & ((1 << parameter) - 1)), zeros + 1 + parameter)
      return
    }
    for (; zeros >= 16; zeros -= 16) this.put(0, 16)
    this.put(1, zeros + 1)
    this.put(value, parameter)
  }

  /** Fills the last byte with zeros. */
  align(): void {
    if (this.count > 0) this.put(0, 8 - this.count)
  }

  /** The bytes from a place on; valid until the next is written. */
  written(from = 0): Uint8Array {
    return this.bytes.subarray(from, this.length)
  }

  private grow(): void {
    const bytes = new Uint8Array(this.bytes.length * 2)
    bytes.set(this.bytes)
    this.bytes = bytes
  }
}

/** Reads what a BitWriter writes. */
export class BitReader {
  /** In bits. */
  place = 0
  private readonly bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  /** 24 bits at most. */
  take(bits: number): number {
    let value = 0
    for (let left = bits; left > 0;) {
      const inByte = 8 - (this.place & 7)
      const taken = Math.min(left, inByte)
      const byte = this.byteAt(this.place >>> 3)
      value = (value << taken) | ((byte >>> (inByte - taken)) & (2 ** taken - 1))
      this.place += taken
      left -= taken
    }
    return value
  }

  takeSigned(bits: number): number {
    return (this.take(bits) << (32 - bits)) >> (32 - bits)
  }

  takeRice(parameter: number): number {
    let zeros = 0
    for (;;) {
      // The rest of a byte at once.
      const rest = (this.byteAt(this.place >>> 3) << (this.place & 7)) & 0xff
      const before = Math.clz32(rest) - 24
      const inByte = 8 - (this.place & 7)
      if (before < inByte) {
        zeros += before
        this.place += before + 1
        return (zeros << parameter) | this.take(parameter)
      }
      zeros += inByte
      this.place += inByte
    }
  }

  align(): void {
    this.place = (this.place + 7) & ~7
  }

  private byteAt(index: number): number {
    const byte = this.bytes[index]
    if (byte === undefined) throw new RangeError('The FLAC file ends early.')
    return byte
  }
}
