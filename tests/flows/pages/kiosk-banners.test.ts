import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { callApi } from '../fixtures/apiCalls.ts'
import { violations } from '../fixtures/axe.ts'
import { useOwnerSession } from '../fixtures/ownerSession.ts'

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

function crc32(bytes: Buffer): number {
  let rest = 0xffffffff
  for (const byte of bytes) {
    rest ^= byte
    for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1
  }
  return (rest ^ 0xffffffff) >>> 0
}

/** A banner larger than any picture that the product makes smaller, with a remark in it that drawing it anew would lose. */
function banner(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 0, 0, 0, 0], 8)
  const rows = Buffer.alloc((width + 1) * height, 7)
  for (let row = 0; row < height; row += 1) rows[row * (width + 1)] = 0
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const remark = chunk('tEXt', Buffer.from('Comment\0banner do totem', 'latin1'))
  return Buffer.concat([signature, chunk('IHDR', head), remark, chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))])
}

describe.each([
  ['a wide screen', { viewport: { width: 1440, height: 900 } }],
  ['a phone in the dark', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: 'dark' }],
] as const)('the banners of the kiosk on %s', (_name, options) => {
  const session = useOwnerSession(options)

  it('are kept byte by byte as they were chosen, all six of them', async () => {
    const { page } = session.me
    await page.goto('/integracoes/autoatendimento-config')
    await page.getByLabel(/^Senha de saída/).fill('999')
    const pictures = Array.from({ length: 6 }, (_, at) => banner(3000 + at, 400))
    for (const [at, buffer] of pictures.entries()) {
      const choose = page.waitForEvent('filechooser')
      await page.locator(`[id$=fotoUrlBannerDescanso${at + 1}]`).click()
      await (await choose).setFiles({ name: `banner-${at + 1}.png`, mimeType: 'image/png', buffer })
      await page.locator(`img[alt="Banner ${at + 1}"][src^="/files/"]`).waitFor()
    }
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(options.viewport.width)
    await page.getByRole('button', { name: /^Salvar/ }).click()
    await page.getByText('Configurações salvas.').first().waitFor()
    const [kept] = (await callApi(page, 'autoatendimento_config')) as Record<string, string>[]
    for (const [at, picture] of pictures.entries()) {
      const reply = await page.request.get(kept?.[`fotoUrlBannerDescanso${at + 1}`] ?? '')
      expect([reply.headers()['content-type'], (await reply.body()).equals(picture)]).toEqual(['image/png', true])
    }
    await page.reload()
    await page.locator('img[alt="Banner 6"][src^="/files/"]').waitFor()
  })

  it('say what keeps a file from being one', async () => {
    const { page } = session.me
    await page.goto('/integracoes/autoatendimento-config')
    const choose = page.waitForEvent('filechooser')
    await page.locator('[id$=fotoUrlBannerDescanso1]').click()
    await (await choose).setFiles({ name: 'lista.png', mimeType: 'image/png', buffer: Buffer.from('isto não é uma foto') })
    await page.getByText(/^Erro ao salvar imagem\. \S/).waitFor()
    expect(await violations(page)).toEqual([])
    session.me.errors.length = 0
  })
})
