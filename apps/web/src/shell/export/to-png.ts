/** Sides that every browser still paints. */
const MOST_PIXELS = 8192

/** An SVG as PNG, at twice its size where that can be painted. Throws where the browser cannot. */
export async function toPng(svg: string): Promise<Blob> {
  const image = new Image()
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  try {
    image.src = url
    await image.decode()
    const scale = Math.min(2, MOST_PIXELS / image.naturalWidth, MOST_PIXELS / image.naturalHeight)
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(image.naturalWidth * scale)
    canvas.height = Math.round(image.naturalHeight * scale)
    const context = canvas.getContext('2d')
    if (context === null) throw new Error('This browser gives no canvas to paint on.')
    context.drawImage(image, 0, 0, canvas.width, canvas.height)
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) =>
        blob === null ? reject(new Error('The picture is too large to be painted.')) : resolve(blob),
      ),
    )
  } finally {
    URL.revokeObjectURL(url)
  }
}
