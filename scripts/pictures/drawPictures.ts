import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { launchForTests } from '../../tests/chromium.ts'
import { dishes } from './dishes.ts'
import { SIZE } from './shapes.ts'

/** Draws the pictures of the demo's products anew: `node scripts/pictures/drawPictures.ts`. They are ours, from `dishes.ts` alone. */
const folder = join(import.meta.dirname, '../../src/domain/catalogue/demo/pictures')

const browser = await launchForTests()
try {
  const page = await browser.newPage()
  for (const [name, svg] of Object.entries(dishes)) {
    const address = await page.evaluate(
      async ([text, size]) => {
        const image = new Image()
        image.src = `data:image/svg+xml,${encodeURIComponent(text)}`
        await image.decode()
        const canvas = document.createElement('canvas')
        canvas.width = size
        canvas.height = size
        canvas.getContext('2d')?.drawImage(image, 0, 0)
        return canvas.toDataURL('image/webp', 0.8)
      },
      [svg, SIZE] as const,
    )
    writeFileSync(join(folder, `${name}.webp`), Buffer.from(address.slice(address.indexOf(',') + 1), 'base64'))
  }
  console.log(`Drawn: ${Object.keys(dishes).length} pictures.`)
} finally {
  await browser.close()
}
