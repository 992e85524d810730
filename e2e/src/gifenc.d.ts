declare module 'gifenc' {
  type Palette = readonly (readonly number[])[]
  interface Encoder {
    writeFrame(
      indexed: Uint8Array,
      width: number,
      height: number,
      options: { readonly palette: Palette; readonly delay: number },
    ): void
    finish(): void
    bytes(): Uint8Array
  }
  const gifenc: {
    /** `rgba`: four bytes per pixel. */
    quantize(rgba: Uint8Array, colours: number): Palette
    applyPalette(rgba: Uint8Array, palette: Palette): Uint8Array
    GIFEncoder(): Encoder
  }
  export default gifenc
}
